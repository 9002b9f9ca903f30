import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestScope } from './database.ts';
import { openWire, type Wire } from './wire.ts';

const address = process.env.CONFERE_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Why tests with Redis are left out, or `false` when one answers. */
export const withoutRedis: string | false = (await answers(address))
  ? false
  : `no Redis answers at ${address} (CONFERE_TEST_REDIS_URL)`;

/** A way to Redis, and its address. */
export type RedisLink = Wire & { readonly url: string };

export async function openRedisLink(t: TestScope): Promise<RedisLink> {
  const { hostname, port } = new URL(address);
  const wire = await openWire(t, Number(port || 6379), hostname);
  return { ...wire, url: `redis://127.0.0.1:${wire.port}` };
}

async function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(10_000) });
    socket.write('PING\r\n');
    const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
    return String(reply).startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
