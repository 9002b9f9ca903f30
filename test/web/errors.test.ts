import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { it } from 'node:test';
import fastify from 'fastify';
import pino from 'pino';
import { loadCatalogues } from '../../docs/reference/error-reference.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createErrorHandler, statusOfKind } from '../../src/web/errors.ts';

class AnyError extends AppError {}

/** A logger and the lines that it has written. */
function keepLines() {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return { lines, log: pino({ level: 'trace' }, stream) };
}

it('a client that goes away before the first byte of a stream is no failure of the service', async (t) => {
  const { lines, log } = keepLines();
  const app = fastify();
  t.after(() => app.close());
  app.decorateRequest('failureCode', undefined);
  const ended = Promise.withResolvers<readonly [number, string | undefined]>();
  app.setErrorHandler(createErrorHandler(log));
  app.addHook('onSend', async (request, reply) => {
    if (reply.raw.destroyed) ended.resolve([reply.statusCode, request.failureCode]);
  });
  const asked = Promise.withResolvers<void>();
  // Fastify itself sees who leaves while a request is still to be read.
  app.post('/slow', async (_request, reply) => {
    asked.resolve();
    return await reply.send(new PassThrough());
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new AbortController();
  const answer = fetch(`${url}/slow`, { method: 'POST', body: 'read', signal: client.signal });
  await asked.promise;
  client.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  assert.deepEqual(await ended.promise, [499, undefined]);
  assert.deepEqual(lines, []);
});

it('a stream that breaks off while its client waits is a failure', async (t) => {
  const { lines, log } = keepLines();
  const app = fastify();
  t.after(() => app.close());
  app.setErrorHandler(createErrorHandler(log));
  app.get('/broken', async (_request, reply) => {
    const stream = new PassThrough();
    setImmediate(() => stream.destroy());
    return await reply.send(stream);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${url}/broken`);
  assert.equal(response.status, 500);
  assert.match(lines.join(''), /ERR_STREAM_PREMATURE_CLOSE/);
});

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
