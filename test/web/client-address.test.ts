import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { describe, it } from 'node:test';
import { rememberAddresses } from '../../src/web/client-address.ts';

/** The address that a handler reads when its client has gone meanwhile. */
async function readLate(isRemembered: boolean): Promise<string | undefined> {
  const read = Promise.withResolvers<string | undefined>();
  const server = createServer((request) => {
    request.socket.once('close', () => read.resolve(request.socket.remoteAddress));
    request.socket.destroy();
  });
  if (isRemembered) rememberAddresses(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  try {
    return await read.promise;
  } finally {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('rememberAddresses', () => {
  it('keeps the address of a connection that is closed', async () => {
    assert.equal(await readLate(true), '127.0.0.1');
  });

  it('is needed: Node.js forgets it', async () => {
    assert.equal(await readLate(false), undefined);
  });

  it('closes a connection that has no address any more, and lets what was read of it come from none', () => {
    const server = createTcpServer();
    rememberAddresses(server);
    let isClosed = false;
    const socket = { remoteAddress: undefined, destroy: () => (isClosed = true) };
    server.emit('secureConnection', socket);
    assert.ok(isClosed);
    assert.equal(socket.remoteAddress, '::');
  });
});
