import type { Server, Socket } from 'node:net';

/**
 * Keeps the address of each connection readable after the client has gone: limits, attempts and the audit log need it,
 * and some of them ask late. Node.js asks the system at the first reading only, and of a closed connection nothing is
 * known any more. A connection that is gone before it could be asked is closed; a request that TLS has read of it already
 * comes from the unspecified address, `::`.
 */
export function rememberAddresses(server: Server): void {
  const remember = (socket: Socket) => {
    if (socket.remoteAddress !== undefined) return;
    socket.destroy();
    Object.defineProperty(socket, 'remoteAddress', { value: '::' });
  };
  server.on('connection', remember);
  // With TLS, requests belong to another socket than the one that connected.
  server.on('secureConnection', remember);
}
