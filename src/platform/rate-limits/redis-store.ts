import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CountStore } from './types.ts';

/** Counts in each key and gives count and milliseconds left, all in one step on the server. */
const script = `
local result = {}
for i, key in ipairs(KEYS) do
  local count = redis.call('INCRBY', key, ARGV[#KEYS + i])
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ARGV[i])
    left = tonumber(ARGV[i])
  end
  result[#result + 1] = count
  result[#result + 1] = left
end
return result`;

/** An answer takes well under a millisecond; requests wait for it. */
const commandTimeoutMs = 250;
const connectTimeoutMs = 2_000;
const longestReconnectDelayMs = 2_000;
/** A connection that is silent for so long after a command is given up: the server may be gone, or be another one. */
const longestSilenceMs = 5_000;

type CountingRedis = Redis & { confereCount(keys: number, ...rest: (string | number)[]): Promise<number[]> };

/** So many failures in a row are an outage, also while the connection stays, as when Redis hangs. */
const failuresUntilAway = 3;

/**
 * Counts in Redis, so that every process of the deployment shares them. Keys hold a keyed hash of who is counted and
 * end with their window. `count` rejects within a quarter of a second when Redis does not answer, at once while
 * there is no connection; connecting goes on in the background.
 */
export function createRedisCountStore(options: {
  readonly url: string;
  /** Makes the hashes; the same in every process. */
  readonly key: Uint8Array;
  readonly onStateChange: (isReady: boolean) => void;
}): CountStore {
  const { url, key, onStateChange } = options;
  let redis: CountingRedis | undefined;
  let wasReady: boolean | undefined;
  let isClosing = false;
  let failures = 0;
  const note = (isReady: boolean) => {
    // The end that the service makes itself is no outage.
    if (wasReady !== isReady && !isClosing) onStateChange(isReady);
    wasReady = isReady;
  };

  // The library is loaded where there is a Redis only.
  async function connect(): Promise<void> {
    const { Redis } = await import('ioredis');
    if (isClosing) return;
    redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: commandTimeoutMs,
      connectTimeout: connectTimeoutMs,
      socketTimeout: longestSilenceMs,
      // After a failover the address leads elsewhere, and the former primary keeps its connections.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      retryStrategy: (attempt) => Math.min(attempt * 100, longestReconnectDelayMs),
    }) as CountingRedis;
    redis.defineCommand('confereCount', { lua: script });
    // Without a listener each failed attempt to connect would be an uncaught error.
    redis.on('error', () => {});
    redis.on('ready', () => note(true));
    redis.on('close', () => note(false));
  }
  void connect();

  const nameOf = (policy: string, who: string) =>
    `confere:limit:${policy}:${createHmac('sha256', key).update(who).digest('base64url')}`;

  return {
    async count(buckets) {
      if (redis === undefined) throw new Error('there is no connection to Redis yet');
      const counting = redis.confereCount(
        buckets.length,
        ...buckets.map((bucket) => nameOf(bucket.policy, bucket.key)),
        ...buckets.map((bucket) => bucket.windowMs),
        ...buckets.map(({ weight = 1 }) => weight),
      );
      counting.then(
        () => {
          failures = 0;
          note(true);
        },
        () => {
          failures += 1;
          if (failures >= failuresUntilAway) note(false);
        },
      );
      const counts = await counting;
      return buckets.map((_bucket, index) => ({
        count: counts[2 * index]!,
        resetMs: counts[2 * index + 1]!,
      }));
    },
    async close() {
      isClosing = true;
      redis?.disconnect();
    },
  };
}
