/** Waits before each further try, in seconds: the same as Svix. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;

/** Longest wait that a receiver can ask for, in milliseconds. */
const longestWaitMs = 24 * 3_600_000;

/** A wait is up to so much longer, so that what failed together does not come again together. */
const jitter = 0.2;

/**
 * Milliseconds until a delivery is tried again after so many tries, at least as long as the receiver asked for;
 * undefined after the last one.
 */
export function findRetryDelay(
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const seconds = waits[tries - 1];
  if (seconds === undefined) return undefined;
  const own = seconds * 1_000 * (1 + jitter * random());
  return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, longestWaitMs)));
}
