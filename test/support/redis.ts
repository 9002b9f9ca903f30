import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestScope } from './database.ts';

const address = process.env.CONFERE_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Why tests with Redis are left out, or `false` when one answers. */
export const withoutRedis: string | false = (await answers(address))
  ? false
  : `no Redis answers at ${address} (CONFERE_TEST_REDIS_URL)`;

/** A way to Redis that can be taken away and given back, as an outage would. */
export type RedisLink = {
  readonly url: string;
  /** Refuses connections and ends those there are. */
  cut(): void;
  /** Takes connections and lets nothing through, as a machine that hangs. */
  hang(): void;
  restore(): void;
};

export async function openRedisLink(t: TestScope): Promise<RedisLink> {
  const { hostname, port } = new URL(address);
  let state: 'open' | 'cut' | 'hung' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(Number(port || 6379), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          inner.destroy();
          outer.destroy();
        });
    }
    if (state === 'cut') inner.destroy();
    inner.on('data', (chunk) => state === 'open' && outer.write(chunk));
    outer.on('data', (chunk) => state === 'open' && inner.write(chunk));
  });
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    end();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut() {
      state = 'cut';
      end();
    },
    hang() {
      state = 'hung';
    },
    restore() {
      state = 'open';
      end();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
    socket.write('PING\r\n');
    const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(1_000) });
    return String(reply).startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
