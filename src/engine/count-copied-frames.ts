import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { compareFingerprints } from './compare-fingerprints.ts';
import { fingerprintSize } from './draw-fingerprint.ts';

/**
 * From this likeness on two frames are near copies. Frames of one face that holds still before one camera are more alike
 * than photos are, so it is higher than `copyThreshold`; measured in docs/reference/challenge.md.
 */
export const frameCopyThreshold = 0.985;
/** Below this likeness of their coarse pictures two frames are not looked at any closer. */
const leastCoarse = 0.9;
/** Width and height of a coarse picture. */
const coarseSize = 16;
/** Frames that may turn out to be none, the likeliest first, before the rest is taken for none. */
const mostMisses = 4;

/**
 * The number of fingerprints that are near copies of different ones of an earlier session, `enough` at most: more are
 * not looked for. Compares the likeliest pairs first and gives up after a few that are none. A comparison takes some
 * milliseconds of the calling thread; between two of them others get their turn.
 */
export async function countCopiedFrames(
  frames: readonly Uint8Array[],
  earlier: readonly Uint8Array[],
  enough: number,
): Promise<number> {
  const coarseEarlier = earlier.map(drawCoarse).map((coarse) => ({ coarse, mirrored: mirror(coarse) }));
  const pairs = frames
    .map(drawCoarse)
    .flatMap((coarse, frame) =>
      coarseEarlier.map((other, of) => ({
        frame,
        of,
        likeness: Math.max(multiply(coarse, other.coarse), multiply(coarse, other.mirrored)),
      })),
    )
    .filter(({ likeness }) => likeness >= leastCoarse)
    .sort((a, b) => b.likeness - a.likeness);
  const [copied, taken, tried] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { frame, of } of pairs) {
    if (copied.has(frame) || taken.has(of) || tried.has(frame)) continue;
    if (copied.size >= enough || tried.size >= mostMisses) break;
    if (compareFingerprints(frames[frame]!, earlier[of]!) >= frameCopyThreshold) {
      copied.add(frame);
      taken.add(of);
    } else tried.add(frame);
    await turnOfTheLoop();
  }
  return copied.size;
}

/** A picture whose product with another is the correlation of both, -1 to 1. */
function drawCoarse(fingerprint: Uint8Array): Float32Array {
  const block = fingerprintSize / coarseSize;
  const coarse = new Float32Array(coarseSize * coarseSize);
  for (let i = 0; i < fingerprint.length; i++) {
    const [x, y] = [i % fingerprintSize, Math.floor(i / fingerprintSize)];
    const at = Math.floor(y / block) * coarseSize + Math.floor(x / block);
    coarse[at] = coarse[at]! + fingerprint[i]!;
  }
  const mean = coarse.reduce((sum, value) => sum + value, 0) / coarse.length;
  const centred = coarse.map((value) => value - mean);
  const length = Math.sqrt(multiply(centred, centred)) || 1;
  return centred.map((value) => value / length);
}

function mirror(coarse: Float32Array): Float32Array {
  return coarse.map((_, i) => coarse[i - (i % coarseSize) + coarseSize - 1 - (i % coarseSize)]!);
}

function multiply(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
