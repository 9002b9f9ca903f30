import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { it } from 'node:test';
import { closeServer, holdPort, listen } from '../../src/process/listen.ts';

it('a port that is chosen before anything listens is given to nobody else meanwhile', async () => {
  await using opened = new AsyncDisposableStack();
  const held = await holdPort({ host: '127.0.0.1', port: 0 }, opened);
  assert.notEqual(held.port, 0);
  await assert.rejects(listen(createServer(), held), { code: 'listen_failed' });

  await held.release();
  const server = createServer();
  opened.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  assert.equal((await listen(server, held)).port, held.port);
});

it('a listener does not wait for a connection that is kept after the answer to its open request', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = createHttpServer(async (_request, response) => {
    asked.resolve();
    await answer.promise;
    response.end('answered');
  });
  server.keepAliveTimeout = 60_000;
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 });
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;

  const begunAt = performance.now();
  const closed = closeServer(server, 20_000);
  answer.resolve();
  const received = await client.setEncoding('utf8').toArray();
  await closed;
  assert.match(received.join(''), /^HTTP\/1.1 200 [\s\S]*answered/);
  assert.ok(performance.now() - begunAt < 10_000);
});

it('a listener does not wait for a connection that was opened ahead and brings nothing', async () => {
  const server = createHttpServer(() => {});
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 });
  const client = connect(port, '127.0.0.1');
  await once(server, 'connection');

  const begunAt = performance.now();
  await closeServer(server, 20_000);
  assert.deepEqual(await client.toArray(), []);
  assert.ok(performance.now() - begunAt < 10_000);
});
