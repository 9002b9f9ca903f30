import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import type { ClientCredentials } from '../../src/access/index.ts';
import { type Cpf, generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { send } from '../support/http.ts';
import { createResponseCheck, type Received, type ResponseCheck } from '../support/openapi/check-response.ts';
import { type OpenApiDocument, type Operation, readOperations } from '../support/openapi/read-operations.ts';
import { type SampleRequest, type SampleValues, sampleRequest } from '../support/openapi/sample-request.ts';
import type { TestService } from '../support/service.ts';
import { toDataAddress } from '../support/service-photos.ts';

export type RawHeaders = readonly (readonly [string, string])[];

export type Sent = Received & { readonly headers: Readonly<Record<string, string | string[] | undefined>> };

/** A running service with everything the attacks on its operations need. */
export type Battery = {
  readonly service: TestService;
  readonly operations: readonly Operation[];
  /** Those that need a token. */
  readonly guarded: readonly Operation[];
  readonly check: ResponseCheck;
  readonly values: SampleValues & { readonly cpf: Cpf };
  sample(operation: Operation): SampleRequest;
  /** A good token for an operation: of its first product, with its scope alone. */
  tokenFor(operation: Operation): Promise<string>;
  fetchToken(product: 'mobile' | 'customer', scope: string, peopleId?: string): Promise<string>;
  /** The sample request of an operation with changes, over a socket of its own. */
  attack(operation: Operation, changes?: Attack): Promise<Sent>;
};

export type Attack = {
  readonly token?: string | undefined;
  readonly path?: string;
  readonly body?: string | Uint8Array;
  /** Beside those of the sample, or in their place when the names are the same. */
  readonly headers?: Readonly<Record<string, string>>;
  /** All headers, exactly as they are. */
  readonly rawHeaders?: RawHeaders;
};

export async function openBattery(service: TestService): Promise<Battery> {
  const document = (await send(`${service.url}/openapi.json`)).body as OpenApiDocument;
  const operations = readOperations(document);
  const photo = await createPhoto({ format: 'jpeg' });
  const values = { cpf: generateCpf(), cnpj: generateCnpj(), photo, photoAddress: toDataAddress(photo) };
  const clients: Record<'mobile' | 'customer', ClientCredentials> = {
    mobile: await service.createClient('mobile'),
    customer: service.admin,
  };
  const tokens = new Map<string, Promise<string>>();
  const fetchToken: Battery['fetchToken'] = (product, scope, peopleId) => {
    const name = `${product} ${scope} ${peopleId}`;
    const token =
      tokens.get(name) ??
      service.fetchToken(clients[product], { scope, ...(peopleId === undefined ? {} : { peopleId }) });
    tokens.set(name, token);
    return token;
  };
  const sample = (operation: Operation) => sampleRequest(operation, values);
  return {
    service,
    operations,
    guarded: operations.filter(({ scope }) => scope !== undefined),
    check: createResponseCheck(document),
    values,
    sample,
    fetchToken,
    tokenFor(operation) {
      assert.ok(operation.scope !== undefined && operation.products[0] !== undefined, operation.id);
      return fetchToken(operation.products[0], operation.scope);
    },
    attack(operation, changes = {}) {
      const { path, headers, body } = sample(operation);
      const all = {
        ...headers,
        ...(changes.token === undefined ? {} : { authorization: `Bearer ${changes.token}` }),
        ...changes.headers,
      };
      return exchange(service.url, {
        method: operation.method,
        path: changes.path ?? path,
        headers: changes.rawHeaders ?? Object.entries(all),
        body: changes.body ?? body,
      });
    },
  };
}

function exchange(
  url: string,
  request: {
    readonly method: string;
    readonly path: string;
    readonly headers: RawHeaders;
    readonly body: string | Uint8Array | undefined;
  },
): Promise<Sent> {
  const { hostname, port, host } = new URL(url);
  const length: RawHeaders =
    request.body === undefined ? [] : [['content-length', String(Buffer.byteLength(request.body))]];
  const headers = [['host', host], ['connection', 'close'], ...length, ...request.headers].flat();
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { hostname, port, method: request.method, path: request.path, headers, agent: false, setHost: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            contentType: String(response.headers['content-type'] ?? ''),
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(request.body);
  });
}

/** Tokens made from a good one that must not open anything. */
export async function forgeTokens(battery: Battery, good: string): Promise<Readonly<Record<string, string>>> {
  const claims = decodeJwt(good) as JWTPayload;
  const [header, payload, signature] = good.split('.') as [string, string, string];
  const { keys } = (await send(`${battery.service.url}/.well-known/jwks.json`)).body as {
    keys: { kid: string }[];
  };
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const jwk = keys.find((key) => key.kid === kid)!;
  const pem = await exportSPKI((await importJWK(jwk as never, 'ES256')) as CryptoKey);
  const own = await generateKeyPair('ES256', { extractable: true });
  const sign = (changed: object, head: object = {}, key: CryptoKey | Uint8Array = own.privateKey) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...head } as never)
      .sign(key);
  const hmac = { alg: 'HS256' };
  return {
    garbage: 'garbage',
    'three empty parts': '..',
    'garbage in three parts': 'a.b.c',
    'without signature': `${header}.${payload}.`,
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg none in capitals': `${encode({ alg: 'nOnE', typ: 'at+jwt', kid })}.${payload}.`,
    'other key, same kid': await sign({}),
    'other issuer': await sign({ iss: 'https://elsewhere.example' }),
    'other audience': await sign({ aud: ['mobile', 'customer'] }),
    'key in the header': await sign({}, { jwk: await exportJWK(own.publicKey) }),
    'key by address': await sign({}, { jku: 'https://elsewhere.example/keys' }),
    'HMAC with the public key in PEM': await sign({}, hmac, Buffer.from(pem)),
    'HMAC with the public key in JWK': await sign({}, hmac, Buffer.from(JSON.stringify(jwk))),
    'HMAC with nothing': await sign({}, hmac, Buffer.alloc(32)),
    'changed claims': `${header}.${encode({ ...claims, scope: 'admin', aud: 'customer', jti: 'changed' })}.${signature}`,
    'changed signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'path in the kid': await sign({}, { kid: '../../../dev/null' }),
    'SQL in the kid': await sign({}, { kid: "' OR '1'='1" }),
    'longer than any': `${good}${'a'.repeat(9_000)}`,
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
