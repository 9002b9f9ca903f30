import { createHash } from 'node:crypto';

/** Numbers from 0 to 1 that come again with the same seed, on every machine (mulberry32). Not for secrets. */
export function createSeededRandom(seed: number | string): () => number {
  let state = typeof seed === 'number' ? seed : createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
