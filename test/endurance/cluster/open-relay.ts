import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a port of this machine that can be slowed down and taken away. */
export type Relay = {
  readonly port: number;
  /** Holds back what comes from behind for so long. */
  slowDown(delayMs: number): void;
  /** Refuses connections and ends those there are. */
  cut(): void;
  restore(): void;
  close(): void;
};

/** Opens a way to a port. */
export async function openRelay(target: number): Promise<Relay> {
  let isCut = false;
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((inner) => {
    if (isCut) {
      inner.destroy();
      return;
    }
    const outer = connect(target, '127.0.0.1');
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.on('data', (chunk) => outer.write(chunk));
    outer.on('data', (chunk) => {
      setTimeout(() => inner.write(chunk), delayMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    slowDown(ms) {
      delayMs = ms;
    },
    cut() {
      isCut = true;
      end();
    },
    restore() {
      isCut = false;
      delayMs = 0;
    },
    close() {
      server.close();
      end();
    },
  };
}
