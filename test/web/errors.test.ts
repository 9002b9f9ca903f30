import assert from 'node:assert/strict';
import { PassThrough, Readable, Writable } from 'node:stream';
import { it } from 'node:test';
import fastify from 'fastify';
import pino from 'pino';
import { loadCatalogues } from '../../docs/reference/error-reference.ts';
import { AppError, define } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';
import type { App } from '../../src/web/app.ts';
import { createErrorHandler, statusOfKind } from '../../src/web/errors.ts';
import { logCutAnswers } from '../../src/web/observe-requests.ts';

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

it('the line of a failure has the detail, and the place of an error without a cause', async (t) => {
  const { lines, log } = keepLines();
  const app = fastify();
  t.after(() => app.close());
  app.decorateRequest('failureCode', undefined);
  app.setErrorHandler(createErrorHandler(log));
  app.get('/away', async () => {
    throw new AnyError('away', define.unavailable('', ''), { detail: 'answered 403', cause: new Error() });
  });
  app.get('/damaged', async () => {
    throw new AnyError('damaged', define.internal('', ''));
  });
  for (const path of ['/away', '/damaged']) await app.inject(path);
  const [away, damaged] = lines.map((line) => JSON.parse(line));
  assert.equal(away.detail, 'answered 403');
  assert.match(damaged.cause, /^AnyError damaged: at .*errors\.test\.ts/);
});

it('a stream that fails after its first byte is logged with its cause, and counted', async (t) => {
  const { lines, log } = keepLines();
  const counted: string[] = [];
  const app = fastify();
  t.after(() => app.close());
  logCutAnswers(app as unknown as App, log, { countError: (code) => void counted.push(code) });
  app.get('/cut', async (_request, reply) => {
    async function* write() {
      yield 'the first piece, ';
      throw new AnyError('store_away', define.unavailable('away', ''), { detail: 'answered 403' });
    }
    return await reply.send(Readable.from(write()));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${url}/cut`);
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  const { level, code, detail, route, cause } = JSON.parse(lines.join(''));
  assert.deepEqual([level, code, detail, route], [50, 'store_away', 'answered 403', '/cut']);
  assert.match(cause, /^AnyError store_away: at write/);
  assert.deepEqual(counted, ['store_away']);
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
