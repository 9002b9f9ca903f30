import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import Fastify from 'fastify';
import { disconnectionOf } from '../../src/web/disconnection-of.ts';

it('the signal is aborted when the client goes away before its answer, and not by the answer', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  const asked = Promise.withResolvers<AbortSignal>();
  app.get('/never', (_request, reply) => {
    asked.resolve(disconnectionOf(reply));
  });
  const answered = Promise.withResolvers<AbortSignal>();
  app.get('/now', async (_request, reply) => {
    const signal = disconnectionOf(reply);
    reply.raw.once('close', () => answered.resolve(signal));
    return 'done';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  const response = await fetch(`http://127.0.0.1:${port}/now`);
  assert.equal(await response.text(), 'done');
  assert.equal((await answered.promise).aborted, false);

  const socket = connect(port, '127.0.0.1');
  socket.write('GET /never HTTP/1.1\r\nHost: a\r\n\r\n');
  const signal = await asked.promise;
  const aborted = signal.aborted ? undefined : once(signal, 'abort');
  socket.destroy();
  await aborted;
  assert.equal(signal.aborted, true);
});
