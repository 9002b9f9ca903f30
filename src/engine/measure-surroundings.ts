import { boundsOf } from './locate-landmarks.ts';
import type { Raster } from './raster.ts';
import { drawStillFrame, measureStillness, stillFrameBytes } from './still-frame.ts';

/**
 * The regions around a face, each as boxes in heights of the face: left, top, right and bottom, from the middle of the
 * face. The face is 1 high; a head that turns keeps its height.
 */
const regions: readonly (readonly (readonly [number, number, number, number])[])[] = [
  // Beside the head.
  [
    [-1.05, -0.6, -0.62, 0.35],
    [0.62, -0.6, 1.05, 0.35],
  ],
  // Above the hair, the hair, the neck, the shoulders.
  [[-0.47, -1.1, 0.47, -0.8]],
  [[-0.39, -0.75, 0.39, -0.55]],
  [[-0.2, 0.58, 0.2, 0.78]],
  [[-0.86, 0.85, 0.86, 1.4]],
];

/** Bins of both colour differences together, and of brightness. */
const [tones, brights] = [16, 8] as const;
const bins = tones * tones + brights;
const coloursBytes = regions.length * (1 + bins);
/** A region of which less lies in the picture is left out. */
const leastShare = 0.3;
/** Samples along the height of the face. */
const samples = 60;

/**
 * The colours of what surrounds a face: for each region a mark, 1 where it lies in the picture, then a histogram of its
 * tones and one of its brightness, as roots of their shares in 255ths. A small picture of the frame follows. Compare by
 * `compareSurroundings` and `compareStillness`.
 */
export function measureSurroundings(photo: Raster, points: Float32Array): Uint8Array {
  const { x, y, width, height } = boundsOf({ points });
  const face = { x: x + width / 2, y: y + height / 2, height };
  const measured = new Uint8Array(coloursBytes + stillFrameBytes);
  measured.set(drawStillFrame(photo, points), coloursBytes);
  for (const [index, boxes] of regions.entries()) {
    const shares = histogramOf(photo, boxes, face);
    if (shares === undefined) continue;
    const at = index * (1 + bins);
    measured[at] = 1;
    for (let bin = 0; bin < bins; bin += 1)
      measured[at + 1 + bin] = Math.round(255 * Math.sqrt(shares[bin]!));
  }
  return measured;
}

function histogramOf(
  { width, height, pixels }: Raster,
  boxes: (typeof regions)[number],
  face: { readonly x: number; readonly y: number; readonly height: number },
): Float32Array | undefined {
  const shares = new Float32Array(bins);
  const stride = Math.max(1, face.height / samples);
  let [used, all] = [0, 0];
  for (const [left, top, right, bottom] of boxes) {
    for (let y = face.y + top * face.height; y < face.y + bottom * face.height; y += stride) {
      for (let x = face.x + left * face.height; x < face.x + right * face.height; x += stride) {
        all += 1;
        const [column, row] = [Math.round(x), Math.round(y)];
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const at = 3 * (row * width + column);
        addPixel(shares, pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
        used += 1;
      }
    }
  }
  if (used < all * leastShare || used === 0) return undefined;
  return shares.map((count) => count / used);
}

/** Shared out among the bins beside it, so that a small change of light moves little. */
function addPixel(shares: Float32Array, red: number, green: number, blue: number): void {
  const bright = 0.299 * red + 0.587 * green + 0.114 * blue;
  const place = (value: number, count: number) => Math.min(count - 1.001, Math.max(0, value - 0.5));
  const b = place(((blue - bright) * 0.564) / 8 + tones / 2, tones);
  const r = place(((red - bright) * 0.713) / 8 + tones / 2, tones);
  const [column, row] = [Math.floor(b), Math.floor(r)];
  const [across, down] = [b - column, r - row];
  const at = row * tones + column;
  shares[at]! += (1 - across) * (1 - down);
  shares[at + 1]! += across * (1 - down);
  shares[at + tones]! += (1 - across) * down;
  shares[at + tones + 1]! += across * down;
  const l = place(bright / (256 / brights), brights);
  const bin = tones * tones + Math.floor(l);
  shares[bin]! += 1 - (l % 1);
  shares[bin + 1]! += l % 1;
}

/**
 * The likeness of the surroundings of two frames, 0 to 1: the mean over the regions that both pictures hold, each the
 * product of the Bhattacharyya coefficients of tones and of brightness. Undefined where they have no region in common.
 * Throws `TypeError` for surroundings of another size.
 */
export function compareSurroundings(a: Uint8Array, b: Uint8Array): number | undefined {
  mustBeWhole(a, b);
  let [sum, count] = [0, 0];
  for (let at = 0; at < coloursBytes; at += 1 + bins) {
    if (a[at] === 0 || b[at] === 0) continue;
    const middle = at + 1 + tones * tones;
    sum += overlap(a, b, at + 1, middle) * overlap(a, b, middle, at + 1 + bins);
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}

/** The stillness of the head around the face in two frames, by their surroundings: see `measureStillness`. */
export function compareStillness(a: Uint8Array, b: Uint8Array): number | undefined {
  mustBeWhole(a, b);
  return measureStillness(a.subarray(coloursBytes), b.subarray(coloursBytes));
}

function mustBeWhole(...all: readonly Uint8Array[]): void {
  const isWhole = all.every(({ length }) => length === coloursBytes + stillFrameBytes);
  if (!isWhole) throw new TypeError('Surroundings are not whole');
}

function overlap(a: Uint8Array, b: Uint8Array, from: number, to: number): number {
  let [both, first, second] = [0, 0, 0];
  for (let i = from; i < to; i += 1) {
    both += a[i]! * b[i]!;
    first += a[i]! ** 2;
    second += b[i]! ** 2;
  }
  return both / Math.max(1, Math.sqrt(first * second));
}
