import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type TestServer = {
  readonly port: number;
  /** Connections taken so far, also those that asked for nothing. */
  readonly connections: () => number;
};

/** A web server on a free port of 127.0.0.1 that closes after the test, open connections included. */
export async function startPhotoServer(t: TestContext, onRequest: RequestListener): Promise<TestServer> {
  const server = createServer(onRequest);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

/** A server that speaks whatever the test writes to the socket once a request has begun to arrive. */
export async function startRawServer(t: TestContext, onData: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => onData(socket));
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}
