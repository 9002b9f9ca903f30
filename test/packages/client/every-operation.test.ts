import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { ApiError, type Confere, createConfere } from '../../../packages/client/src/index.ts';
import { operationTable } from '../../../packages/client/src/operations.ts';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import {
  type OpenApiDocument,
  type Operation,
  readOperations,
} from '../../support/openapi/read-operations.ts';
import { sampleRequest } from '../../support/openapi/sample-request.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const document = JSON.parse(
  await readFile(new URL('../../../docs/reference/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;
const operations = readOperations(document);
const publicKeyPem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });

/** The parameters of a sample request by the names that the client gives them. */
function inputOf(operation: Operation, sample: ReturnType<typeof sampleRequest>): Record<string, unknown> {
  const row = operationTable[operation.id as keyof typeof operationTable];
  const [path = '', query = ''] = sample.path.split('?');
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const headers = Object.entries(row.headers).map(([name, header]) => [name, sample.headers[header]]);
  // Bodies with a choice that the schema does not express: cpf or cnpj.
  const named = { templateId: `qtp_${'0'.repeat(32)}`, cpf: generateCpf() };
  const chosen: Readonly<Record<string, object>> = {
    createExecution: named,
    tryQueryTemplate: named,
    createWatch: { ...named, intervalDays: 1 },
    replaceClientKeys: { publicKeyPem },
    signIn: { email: 'ana@example.com', password: 'wrong' },
  };
  const body = chosen[operation.id] ?? sample.json ?? sample.body;
  return {
    ...pattern.exec(path)?.groups,
    ...Object.fromEntries(new URLSearchParams(query)),
    // Nor does it say that a search needs something to search by.
    ...(operation.id === 'searchCompanies' ? { name: 'Exemplo' } : {}),
    ...Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
    ...(operation.id === 'searchPeople' ? { criteria: 'name=Exemplo' } : {}),
    ...(body === undefined ? {} : { body }),
  };
}

describe('the client', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const clients = new Map<string, Confere>();
  let photo: Uint8Array;

  before(async () => {
    photo = await createPhoto({ format: 'jpeg' });
    for (const product of ['mobile', 'customer'] as const) {
      const credentials = await service().createClient(product);
      clients.set(product, createConfere({ url: service().url, credentials, retries: 0 }));
    }
  });

  it('names nothing of its own like an operation', () => {
    const own = ['full', 'list', 'events', 'keys', 'fetchToken', 'verifyAnswer'];
    assert.deepEqual(
      operations.filter(({ id }) => own.includes(id)),
      [],
    );
  });

  for (const operation of operations) {
    it(`reaches ${operation.id}`, async () => {
      const { method, path, id, products } = operation;
      const sample = sampleRequest(operation, {
        cpf: generateCpf(),
        cnpj: generateCnpj(),
        photo,
        photoAddress: `data:image/jpeg;base64,${Buffer.from(photo).toString('base64')}`,
      });
      const before = service().logged().length;
      const confere = clients.get(products[0] ?? 'customer')!;
      const call = confere.full[id as keyof typeof operationTable] as unknown as (
        input: object,
      ) => Promise<{ status: number }>;
      const status = await call(inputOf(operation, sample)).then(
        (answer) => answer.status,
        (error: unknown) => {
          assert.ok(error instanceof ApiError, String(error));
          assert.ok(
            !['route_not_found', 'method_not_allowed', 'request_invalid'].includes(error.code),
            String(error),
          );
          if (products.length > 0) assert.notEqual(error.status, 401, String(error));
          return error.status;
        },
      );
      assert.ok(String(status) in operation.responses, `${method} ${path} answers ${status}`);
      const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
      assert.ok(service().logged().slice(before).includes(`"${route}"`), `the request came to ${route}`);
    });
  }
});
