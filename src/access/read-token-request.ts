import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '../platform/db/types.ts';
import { insertClientAssertion } from './client-store.ts';
import { assertionAlgorithms } from './describe-authorization-server.ts';
import type { ClientPublicKey } from './parse-public-keys.ts';
import { clockToleranceSeconds } from './read-token.ts';

/** The form of a request for a token. A parameter without a value counts as absent (RFC 6749, section 3.2). */
export type TokenForm = {
  /** The one value of a parameter; undefined when it is absent. */
  get(name: string): string | undefined;
  /** Every value, also empty ones. */
  getAll(name: string): readonly string[];
};

/** The credentials of a client, by secret or by assertion. */
export type ClientProof =
  | { readonly kind: 'secret'; readonly clientId: string; readonly secret: string }
  | { readonly kind: 'assertion'; readonly clientId: string | undefined; readonly assertion: string };

/** Bytes of a body: room for the longest credentials, encoded, many times over. */
export const largestBodyBytes = 8 * 1024;

const formType = 'application/x-www-form-urlencoded';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** RFC 8707 allows several of them. */
const repeatable = 'resource';

/** Reads the form. Refuses another type, a body that is too large, and a parameter that is sent twice. */
export async function readTokenForm(request: IncomingMessage): Promise<TokenForm> {
  const type = request.headers['content-type'];
  if (type !== undefined && type.split(';')[0]!.trim().toLowerCase() !== formType) {
    refuseToken('invalid_request', `the body must be ${formType}`);
  }
  const form = new URLSearchParams(type === undefined ? '' : await readBody(request));
  for (const name of new Set(form.keys())) {
    if (name !== repeatable && form.getAll(name).length > 1) {
      refuseToken('invalid_request', 'a parameter must not be sent more than once');
    }
  }
  return { get: (name) => form.get(name) || undefined, getAll: (name) => form.getAll(name) };
}

/** The credentials of the request, in the header or in the form, by one way only (RFC 6749, section 2.3). */
export function readClientProof(request: IncomingMessage, form: TokenForm): ClientProof {
  const { authorization } = request.headers;
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  const assertion = form.get('client_assertion');
  if ([authorization, secret, assertion].filter((it) => it !== undefined).length > 1) {
    refuseToken('invalid_request', 'the client must authenticate in one way only');
  }
  if (authorization !== undefined) {
    const basic = readBasic(authorization);
    if (clientId !== undefined && clientId !== basic.clientId) {
      refuseToken('invalid_request', 'client_id differs from the one in the Authorization header');
    }
    return { kind: 'secret', ...basic };
  }
  if (assertion !== undefined) {
    if (form.get('client_assertion_type') !== assertionType) {
      refuseToken('invalid_request', `client_assertion_type must be ${assertionType}`);
    }
    return { kind: 'assertion', clientId, assertion };
  }
  if (clientId === undefined) refuseToken('invalid_request', 'the client must authenticate');
  if (secret === undefined) refuseToken('invalid_client', 'client authentication failed');
  return { kind: 'secret', clientId, secret };
}

/** Both parts are encoded as in a form before they are joined (RFC 6749, section 2.3.1). */
function readBasic(header: string): { readonly clientId: string; readonly secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const [, clientId, secret] =
    /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (clientId === undefined || secret === undefined) {
    refuseToken('invalid_request', 'the Authorization header must hold Basic credentials');
  }
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { clientId: decode(clientId), secret: decode(secret) };
  } catch {
    return refuseToken('invalid_request', 'the credentials in the Authorization header are not encoded');
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The connection must stay open for the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > largestBodyBytes) break;
    }
  } catch {
    return refuseToken('invalid_request', 'the request body could not be read');
  }
  if (length > largestBodyBytes) refuseToken('invalid_request', 'the request body is too large');
  return Buffer.concat(chunks).toString('utf8');
}

/** The codes of RFC 6749, section 5.2, and of RFC 8707. */
export type TokenRefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target';

/** A request for a token that is refused, in the words of RFC 6749. */
export class TokenRefusal extends Error {
  readonly code: TokenRefusalCode;

  constructor(code: TokenRefusalCode, description: string) {
    super(description);
    this.code = code;
  }

  /** 401 for credentials that are wrong, 400 for all else. */
  get status(): number {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** Throws a `TokenRefusal`. */
export function refuseToken(code: TokenRefusalCode, description: string): never {
  throw new TokenRefusal(code, description);
}

/** Each assertion is remembered until it expires, so none may live for longer. */
const longestLifetimeSeconds = 3_600;

type Expected = { readonly audiences: readonly string[]; readonly now: Date };

/**
 * True if one of the client's keys signed the assertion (RFC 7523, section 3) and it is used for the first time, in
 * whichever process.
 */
export async function useClientAssertion(
  db: Db,
  client: { readonly id: string; readonly publicKeys: readonly ClientPublicKey[] },
  { assertion, ...expected }: Expected & { readonly assertion: string },
): Promise<boolean> {
  for (const { kid, ...publicKey } of client.publicKeys) {
    const claims = await verify(assertion, { kid, publicKey }, { ...expected, clientId: client.id });
    if (claims === undefined) continue;
    const { exp = 0, jti } = claims;
    if (exp > expected.now.getTime() / 1000 + longestLifetimeSeconds) return false;
    if (typeof jti !== 'string' || jti === '') return false;
    const id = createHash('sha256').update(`${client.id}${jti}`).digest('base64url');
    return await insertClientAssertion(db, id, new Date((exp + clockToleranceSeconds) * 1000));
  }
  return false;
}

async function verify(
  assertion: string,
  { kid, publicKey }: { readonly kid: string; readonly publicKey: Readonly<Record<string, string>> },
  { clientId, audiences, now }: Expected & { readonly clientId: string },
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(
      assertion,
      ({ alg, kid: named }) => {
        if (named !== undefined && named !== kid) throw new TypeError('another key');
        return importJWK(publicKey, alg);
      },
      {
        algorithms: [...assertionAlgorithms],
        issuer: clientId,
        subject: clientId,
        audience: [...audiences],
        requiredClaims: ['exp', 'jti'],
        clockTolerance: clockToleranceSeconds,
        currentDate: now,
      },
    );
    return payload;
  } catch {
    // Whatever is wrong with it: it proves nothing.
    return undefined;
  }
}
