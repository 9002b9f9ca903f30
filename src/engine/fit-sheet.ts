import { fingerprintSize } from './draw-fingerprint.ts';
import type { Bands } from './open-bands.ts';

/** The bands of a fingerprint at half of its size and at the whole. */
export type BandPair = { readonly half: Bands; readonly whole: Bands };

/**
 * Where a point of the first picture lies in the second, `u` and `v` from the middle in parts of `reach`: a homography
 * and a bend about an upright axis, `x' = (p0 + p1 u + p2 v + p8 u^2) / (1 + p6 u + p7 v)`, `y'` by p3, p4, p5 and p9.
 */
type Warp = Float64Array;

const weights = 10;
/** The first six, an affine map, are fitted first. */
const affineWeights = 6;
/** Width and height of the sheet before the fit begins: it may have become narrow or low, and is aligned all the same. */
const starts: readonly (readonly [number, number])[] = [
  [1, 1],
  [0.8, 1],
  [0.8, 1.25],
  [0.62, 1.1],
  [0.55, 1.4],
  [1, 0.8],
  [1, 0.6],
];
const mostSteps = { affine: 6, half: 10, whole: 12 } as const;
/** In parts of `reach`. */
const [largestStep, smallestStep] = [0.1, 0.002];
/** Of a sheet: what is lower is no sheet any more. */
const leastHeight = 0.2;
/** Share of the face that both pictures must show. */
const leastShared = 0.5;
/** In pixels of a whole fingerprint: half the height of the face, and the half axes of the ellipse that is looked at. */
const [reach, halfWidth, halfHeight] = [27, 22, 27];

/** The sheet that explains a second picture best. */
export type FittedSheet = {
  /** The correlation of both pictures on it, -1 to 1. */
  readonly likeness: number;
  /** Its width by its height in the middle, as a share of what it was. */
  readonly narrowing: number;
};

/**
 * Takes the second picture for the first as a sheet shows it, held at any angle, flat or bent about an upright axis. The
 * likeness is near 1 for a sheet; the less for a head the further it turns. A sheet that is turned far is narrow.
 */
export function fitSheet(from: BandPair, to: BandPair): FittedSheet {
  const fitted = starts
    .map(([wide, high]) => {
      const warp = new Float64Array(weights);
      warp[1] = wide;
      warp[5] = high;
      fitWarp(from.half, to.half, warp, affineWeights, mostSteps.affine);
      return { warp, likeness: fitWarp(from.half, to.half, warp, weights, mostSteps.half) };
    })
    .sort((a, b) => b.likeness - a.likeness);
  const [first, second] = fitted.slice(0, 2).map(({ warp }) => ({
    likeness: fitWarp(from.whole, to.whole, warp, weights, mostSteps.whole),
    narrowing: (warp[1] as number) / Math.max(leastHeight, warp[5] as number),
  })) as [FittedSheet, FittedSheet];
  return first.likeness >= second.likeness ? first : second;
}

/** Improves the first `free` weights of a warp (Gauss-Newton). The correlation, or -1 where the pictures share too little. */
function fitWarp(from: Bands, to: Bands, warp: Warp, free: number, most: number): number {
  const equations = { normal: new Float64Array(weights * weights), right: new Float64Array(weights) };
  for (let step = 0; step < most; step++) {
    if (lay(from, to, warp, free, equations) < 0) return -1;
    const change = solve(equations.normal, equations.right, free);
    if (change === undefined) break;
    let largest = 0;
    for (let i = 0; i < free; i++) {
      const bounded = Math.max(-largestStep, Math.min(largestStep, change[i] as number));
      warp[i] = (warp[i] as number) + bounded;
      largest = Math.max(largest, Math.abs(bounded));
    }
    if (largest < smallestStep) break;
  }
  return lay(from, to, warp, 0, equations);
}

type Equations = { readonly normal: Float64Array; readonly right: Float64Array };

/** The correlation of both pictures under a warp; fills the normal equations of its first `free` weights. */
function lay(from: Bands, to: Bands, warp: Warp, free: number, { normal, right }: Equations): number {
  const { size } = from;
  const middle = (size - 1) / 2;
  const unit = (reach * size) / fingerprintSize;
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w7 = 0, w8 = 0, w9 = 0] = warp;
  const slopes = new Float64Array(weights);
  normal.fill(0);
  right.fill(0);
  const face = facePixels(size);
  let [count, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (const i of face) {
    if (from.mask[i] === 0) continue;
    const column = i % size;
    const u = (column - middle) / unit;
    const v = ((i - column) / size - middle) / unit;
    const w = 1 + w6 * u + w7 * v;
    const x = (w0 + w1 * u + w2 * v + w8 * u * u) / w;
    const y = (w3 + w4 * u + w5 * v + w9 * u * u) / w;
    const toX = middle + x * unit;
    const toY = middle + y * unit;
    if (!(toX >= 1 && toY >= 1 && toX < size - 2 && toY < size - 2)) continue;
    const left = Math.trunc(toX);
    const top = Math.trunc(toY);
    const at = top * size + left;
    if (to.mask[at] === 0 || to.mask[at + size + 1] === 0) continue;
    const fx = toX - left;
    const fy = toY - top;
    const p = from.band[i] as number;
    const q = between(to.band, at, size, fx, fy);
    count++;
    sumA += p;
    sumB += q;
    squaresA += p * p;
    squaresB += q * q;
    products += p * q;
    if (free === 0) continue;
    const along = (between(to.slopeX, at, size, fx, fy) * unit) / w;
    const across = (between(to.slopeY, at, size, fx, fy) * unit) / w;
    const away = -(along * x + across * y);
    slopes[0] = along;
    slopes[1] = along * u;
    slopes[2] = along * v;
    slopes[3] = across;
    slopes[4] = across * u;
    slopes[5] = across * v;
    slopes[6] = away * u;
    slopes[7] = away * v;
    slopes[8] = along * u * u;
    slopes[9] = across * u * u;
    for (let r = 0; r < free; r++) {
      const slope = slopes[r] as number;
      right[r] = (right[r] as number) + slope * (p - q);
      for (let c = r; c < free; c++) {
        normal[r * weights + c] = (normal[r * weights + c] as number) + slope * (slopes[c] as number);
      }
    }
  }
  if (count < face.length * leastShared) return -1;
  const varianceA = squaresA - sumA ** 2 / count;
  const varianceB = squaresB - sumB ** 2 / count;
  return (products - (sumA * sumB) / count) / Math.sqrt(Math.max(1e-9, varianceA * varianceB));
}

function between(values: Float32Array, at: number, size: number, fx: number, fy: number): number {
  const upper = (values[at] as number) * (1 - fx) + (values[at + 1] as number) * fx;
  const lower = (values[at + size] as number) * (1 - fx) + (values[at + size + 1] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}

const knownFaces = new Map<number, Int32Array>();

/** The pixels of a picture that show the face and little else. */
function facePixels(size: number): Int32Array {
  const known = knownFaces.get(size);
  if (known !== undefined) return known;
  const share = size / fingerprintSize;
  const middle = (size - 1) / 2;
  const pixels = Array.from({ length: size * size }, (_, i) => i).filter((i) => {
    const [x, y] = [(i % size) - middle, Math.floor(i / size) - middle + share];
    return (x / (halfWidth * share)) ** 2 + (y / (halfHeight * share)) ** 2 < 1;
  });
  const face = Int32Array.from(pixels);
  knownFaces.set(size, face);
  return face;
}

/** Solves the symmetric system whose upper half is given, a little damped; undefined when it has no one solution. */
function solve(normal: Float64Array, right: Float64Array, count: number): Float64Array | undefined {
  const rows = Array.from({ length: count }, (_, r) =>
    Float64Array.from({ length: count + 1 }, (_, c) => {
      if (c === count) return right[r] as number;
      const value = normal[Math.min(r, c) * weights + Math.max(r, c)] as number;
      return r === c ? value * 1.0001 + 1e-6 : value;
    }),
  );
  for (const [pivot, row] of rows.entries()) {
    const head = row[pivot] as number;
    if (!(head > 1e-12)) return undefined;
    for (const other of rows) {
      if (other === row) continue;
      const factor = (other[pivot] as number) / head;
      for (let c = pivot; c <= count; c++) other[c] = (other[c] as number) - factor * (row[c] as number);
    }
  }
  return Float64Array.from(rows, (row, i) => (row[count] as number) / (row[i] as number));
}
