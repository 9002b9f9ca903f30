import { RateLimitError } from './errors.ts';
import { createRedisCountStore } from './redis-store.ts';
import type { Bucket, BucketState, Counted, CountStore } from './types.ts';

/** Events of the limiter, for metrics and the log. They name nobody. */
export type RateLimiterObserver = {
  /** Something was one too many. */
  onExceeded(policy: string): void;
  /** Redis answers, or stopped answering. */
  onStoreState(isReady: boolean): void;
  /** A count could not be made in Redis. */
  onStoreFailure(): void;
};

/** Counts in windows of time. Says how full a bucket is; refusing is for the caller. */
export type RateLimiter = {
  /**
   * Counts the weight of each bucket. With Redis gone it counts in this process (`open`), or rejects with
   * `rate_limits_unavailable` (`closed`); it never waits longer than a quarter of a second.
   */
  count(buckets: readonly Bucket[]): Promise<readonly BucketState[]>;
  /** The state of a bucket that this process knows to be full, without counting and without I/O. */
  findFull(bucket: Bucket): BucketState | undefined;
  close(): Promise<void>;
};

/** After a failure Redis is left alone for this long, so that not every request waits for it in vain. */
const restAfterFailureMs = 1_000;
const fullAtMost = 100_000;

/** Limits in this process, or with `redis` in all processes of the deployment together. */
export function createRateLimiter(options: {
  readonly redis?: { readonly url: string; readonly key: Uint8Array; readonly onFailure: 'open' | 'closed' };
  readonly observer?: Partial<RateLimiterObserver>;
  /** Milliseconds that only grow; the machine's by default. */
  readonly now?: () => number;
}): RateLimiter {
  const { redis, observer = {}, now = () => performance.now() } = options;
  const local = createMemoryCountStore(now);
  const shared: CountStore | undefined =
    redis &&
    createRedisCountStore({
      url: redis.url,
      key: redis.key,
      onStateChange: (isReady) => observer.onStoreState?.(isReady),
    });
  const full = new Map<string, number>();
  let restsUntilMs = 0;

  async function countShared(shared: CountStore, buckets: readonly Bucket[]): Promise<readonly Counted[]> {
    if (now() >= restsUntilMs) {
      try {
        return await shared.count(buckets);
      } catch {
        restsUntilMs = now() + restAfterFailureMs;
      }
    }
    observer.onStoreFailure?.();
    if (redis?.onFailure === 'closed')
      throw new RateLimitError('rate_limits_unavailable', { retryAfterSeconds: 2 });
    return local.count(buckets);
  }

  function noteFull(bucket: Bucket, resetMs: number): void {
    for (const [name, until] of full) {
      if (until > now() && full.size < fullAtMost) break;
      full.delete(name);
    }
    full.set(nameOf(bucket), now() + resetMs);
  }

  function findFull(bucket: Bucket): BucketState | undefined {
    const until = full.get(nameOf(bucket));
    if (until === undefined) return undefined;
    const resetMs = until - now();
    if (resetMs > 0) return stateOf(bucket, { count: bucket.limit + 1, resetMs });
    full.delete(nameOf(bucket));
    return undefined;
  }

  return {
    async count(buckets) {
      const counted = shared === undefined ? local.count(buckets) : await countShared(shared, buckets);
      return buckets.map((bucket, index) => {
        const state = stateOf(bucket, counted[index]!);
        if (state.isExceeded) {
          noteFull(bucket, state.resetMs);
          observer.onExceeded?.(bucket.policy);
        }
        return state;
      });
    },
    findFull,
    async close() {
      await shared?.close();
    },
  };
}

function nameOf({ policy, key }: Bucket): string {
  return `${policy}\0${key}`;
}

function stateOf({ policy, limit, windowMs }: Bucket, { count, resetMs }: Counted): BucketState {
  return {
    policy,
    limit,
    windowMs,
    remaining: Math.max(0, limit - count),
    resetMs,
    isExceeded: count > limit,
  };
}

/** Far more than the clients and addresses of a busy minute; about 20 MB. */
const bucketsAtMost = 100_000;

/** Counts in this process, at once. With too many buckets the one that began first is forgotten. */
export function createMemoryCountStore(now: () => number) {
  const windows = new Map<string, { count: number; endsAtMs: number }>();

  function countOne(bucket: Bucket): Counted {
    const { windowMs, weight = 1 } = bucket;
    const name = nameOf(bucket);
    const nowMs = now();
    let window = windows.get(name);
    if (window === undefined || window.endsAtMs <= nowMs) {
      windows.delete(name);
      makeRoom(nowMs);
      window = { count: 0, endsAtMs: nowMs + windowMs };
      windows.set(name, window);
    }
    window.count += weight;
    // Fractions of a millisecond do not add up.
    return { count: window.count, resetMs: Math.min(windowMs, window.endsAtMs - nowMs) };
  }

  /** Windows stand in the order they began in, so those at the front are the first to have ended. */
  function makeRoom(nowMs: number): void {
    for (const [name, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < bucketsAtMost) return;
      windows.delete(name);
    }
  }

  return { count: (buckets: readonly Bucket[]) => buckets.map(countOne) };
}
