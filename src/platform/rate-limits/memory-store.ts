import type { Bucket, Counted } from './types.ts';

/** Far more than the clients and addresses of a busy minute; about 20 MB. */
const bucketsAtMost = 100_000;

/** Like a `CountStore`, but at once. */
export type MemoryCountStore = { count(buckets: readonly Bucket[]): readonly Counted[] };

/** Counts in this process. With too many buckets the one that began first is forgotten. */
export function createMemoryCountStore(now: () => number = () => performance.now()): MemoryCountStore {
  const windows = new Map<string, { count: number; endsAtMs: number }>();

  function countOne({ policy, key, windowMs, weight = 1 }: Bucket): Counted {
    const name = `${policy}\0${key}`;
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

  return { count: (buckets) => buckets.map(countOne) };
}
