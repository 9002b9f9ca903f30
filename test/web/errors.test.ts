import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { loadCatalogues } from '../../docs/reference/error-reference.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createErrorHandler, statusOfKind } from '../../src/web/errors.ts';

class AnyError extends AppError {}

it('every code that is answered 429 or 503 says when to come back, whoever throws it', async () => {
  const catalogues = await loadCatalogues();
  const rows = catalogues.flatMap(({ catalogue }) => Object.entries(catalogue));
  const passing = rows.filter(([, { kind }]) => kind === 'rate-limited' || kind === 'unavailable');
  assert.ok(passing.length > 10);
  const definitions = Object.fromEntries(rows);
  const app = fastify();
  app.setErrorHandler(createErrorHandler(createLogger({ level: 'silent' })));
  app.get('/:code', async (request) => {
    const { code } = request.params as { readonly code: string };
    throw new AnyError(code, definitions[code]!);
  });
  try {
    for (const [code, { kind }] of passing) {
      const { statusCode, headers } = await app.inject(`/${code}`);
      assert.equal(statusCode, statusOfKind[kind], code);
      assert.match(String(headers['retry-after']), /^[1-9]\d*$/, code);
    }
  } finally {
    await app.close();
  }
});

it('a code of a start or a command is no answer to a request', async () => {
  const rows = (await loadCatalogues()).flatMap(({ catalogue }) => Object.entries(catalogue));
  const local = rows.filter(([, { kind }]) => kind === 'local');
  assert.ok(local.length > 40);
  const app = fastify();
  app.setErrorHandler(createErrorHandler(createLogger({ level: 'silent' })));
  app.get('/', async () => {
    const [code, definition] = local[0]!;
    throw new AnyError(code, definition);
  });
  const { statusCode, body } = await app.inject('/');
  await app.close();
  assert.equal(statusCode, 500);
  assert.equal(JSON.parse(body).code, 'internal_error');
});
