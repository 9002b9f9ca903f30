import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { holdPort, listen } from '../../src/process/listen.ts';

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
