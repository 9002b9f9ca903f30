export type ShardBreakerOptions = {
  /** Time-outs in a row after which the shard is no longer asked. */
  readonly timeouts: number;
  /** Time without a question; then one search asks again. */
  readonly pauseMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

/** The end of a search at a shard; `failed` is every end before the time limit without a usable answer. */
export type ShardSearchEnd = 'answered' | 'timed-out' | 'failed';

export type ShardBreaker = {
  /** True from the last of the time-outs until a search was answered again, or failed at once. */
  isOpen(): boolean;
  /**
   * Undefined while the shard must not be asked. Otherwise the search may be sent, and its end is to be told. After the
   * pause one search at a time may be sent, whatever else comes.
   */
  admit(): ((end: ShardSearchEnd) => void) | undefined;
};

/** The circuit breaker of one shard: searches do not wait for one that hangs. See docs/decisions/0201. */
export function createShardBreaker(options: ShardBreakerOptions): ShardBreaker {
  const { timeouts, pauseMs, now = () => performance.now() } = options;
  let timedOut = 0;
  let askAgainMs: number | undefined;
  let isProbing = false;

  return {
    isOpen: () => askAgainMs !== undefined,
    admit() {
      const isProbe = askAgainMs !== undefined;
      if (isProbe && (isProbing || now() < askAgainMs!)) return undefined;
      isProbing = isProbe;
      return (end) => {
        if (isProbe) isProbing = false;
        if (end !== 'timed-out') {
          // A search from before the pause says nothing of now.
          if (askAgainMs !== undefined && !isProbe) return;
          timedOut = 0;
          askAgainMs = undefined;
          return;
        }
        timedOut += 1;
        if (isProbe || timedOut >= timeouts) askAgainMs = now() + pauseMs;
      };
    },
  };
}
