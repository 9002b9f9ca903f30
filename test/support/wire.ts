import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can hang, be slow, and be taken away. */
export type Wire = {
  readonly port: number;
  /** Refuses connections and ends those there are. */
  cut(): void;
  /** Takes connections and lets nothing through, as a machine that hangs. Nothing is lost. */
  hang(): void;
  /** Holds back what comes from behind for so long. */
  slowDown(delayMs: number): void;
  /** Lets everything through again. */
  mend(): void;
};

/** Opens a way to a port, which ends with the test. */
export async function openWire(
  scope: { after(ending: () => unknown): unknown },
  port: number,
  host = '127.0.0.1',
): Promise<Wire> {
  let state: 'open' | 'cut' | 'hung' = 'open';
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (delayMs === 0) near.write(chunk);
      else setTimeout(() => near.write(chunk), delayMs);
    });
    if (state === 'hung') for (const socket of [near, far]) socket.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.close();
    end();
  });
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      state = 'cut';
      end();
    },
    hang() {
      state = 'hung';
      for (const socket of sockets) socket.pause();
    },
    slowDown(ms) {
      delayMs = ms;
    },
    mend() {
      state = 'open';
      delayMs = 0;
      for (const socket of sockets) socket.resume();
    },
  };
}

/** Puts a wire before PostgreSQL, and gives the address of the same database over it. */
export async function wireDatabase(
  scope: Parameters<typeof openWire>[0],
  databaseUrl: string,
): Promise<{ readonly wire: Wire; readonly url: string }> {
  const url = new URL(databaseUrl);
  const wire = await openWire(scope, Number(url.port || 5432), url.hostname);
  url.host = `127.0.0.1:${wire.port}`;
  return { wire, url: url.href };
}
