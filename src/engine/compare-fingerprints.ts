import { convolve, fingerprintSize, gaussianKernel, halveFingerprint } from './draw-fingerprint.ts';

/** From this likeness on two photos are copies; set on labelled photos, see docs/reference/copied-photos.md. */
export const copyThreshold = 0.9;
/** Least share of the pixels that both fingerprints show, for their likeness to say anything. */
const leastShared = 0.35;
/** Below this likeness of their rough structure two fingerprints are no copies, and nothing finer is looked at. */
const leastRough = 0.85;
/** Steps that lay one picture over the other: at half the size first, then at the whole. */
const [mostRoughSteps, mostFineSteps] = [10, 6];
/**
 * The least likeness after so many rough steps: two copies are at 0.97 after one, and what stays behind never gets
 * there. Set on the pairs and copies of docs/reference/copied-photos.md.
 */
const leastOnTheWay: readonly (readonly [steps: number, likeness: number])[] = [
  [3, 0.5],
  [5, 0.8],
];

/**
 * The correlation of two fingerprints, -1 to 1; near 1 for two copies of one photo. The search fits one of them, or
 * its mirror image, to the other by shift, turn, stretch and shear. Then it correlates fine structure where both
 * photos have pixels. 0 when they share too little.
 */
export function compareFingerprints(a: Uint8Array, b: Uint8Array): number {
  const area = fingerprintSize * fingerprintSize;
  if (a.length !== area || b.length !== area) throw new TypeError(`A fingerprint has ${area} bytes`);
  const rough = openPicture(halveFingerprint(a), fingerprintSize / 2, 0.7, 3);
  const roughOther = openPicture(halveFingerprint(b), fingerprintSize / 2, 0.7, 3);
  const [plain, mirrored] = [roughOther, mirrorPicture(roughOther)].map((other) => {
    const warp = layOver(rough, other, new Float64Array(6), mostRoughSteps);
    return { warp, likeness: correlate(rough, other, warp) };
  }) as [Placed, Placed];
  const better = plain.likeness >= mirrored.likeness ? plain : mirrored;
  if (better.likeness < leastRough) return Math.min(better.likeness, 0);
  const fine = openPicture(a, fingerprintSize, 0.7, 3);
  const otherWay = openPicture(b, fingerprintSize, 0.7, 3);
  const other = better === plain ? otherWay : mirrorPicture(otherWay);
  const warp = layOver(fine, other, better.warp, mostFineSteps);
  return correlate(fine, other, warp);
}

type Placed = { readonly warp: Warp; readonly likeness: number };

/**
 * Where a pixel of the first picture lies in the second: `x' = x + (p0 + p1 u + p2 v) size`,
 * `y' = y + (p3 + p4 u + p5 v) size`, with `u` and `v` from -0.5 to 0.5 over the picture.
 */
type Warp = Float64Array;

/** The structure of a fingerprint between two sizes, its slopes, and where the photo has pixels. */
type Picture = {
  readonly size: number;
  readonly band: Float32Array;
  readonly slopeX: Float32Array;
  readonly slopeY: Float32Array;
  readonly mask: Uint8Array;
};

function openPicture(fingerprint: Uint8Array, size: number, fineSigma: number, coarseSigma: number): Picture {
  const band = blur(fingerprint, size, fineSigma);
  const coarse = blur(fingerprint, size, coarseSigma);
  for (let i = 0; i < band.length; i++) {
    band[i] = fingerprint[i] === 0 ? 0 : (band[i] as number) - (coarse[i] as number);
  }
  const slopeX = new Float32Array(band.length);
  const slopeY = new Float32Array(band.length);
  for (let i = size; i < band.length - size; i++) {
    slopeX[i] = ((band[i + 1] as number) - (band[i - 1] as number)) / 2;
    slopeY[i] = ((band[i + size] as number) - (band[i - size] as number)) / 2;
  }
  return { size, band, slopeX, slopeY, mask: fingerprint };
}

/**
 * The warp, improved step by step (Gauss-Newton on the difference of both pictures at the same contrast). Ends early
 * for pictures that stay behind what copies reach.
 */
function layOver(a: Picture, b: Picture, start: Warp, mostSteps: number): Warp {
  const warp = start.slice();
  for (let step = 0; step < mostSteps; step++) {
    const { normal, right, likeness } = equationsOf(a, b, warp);
    if (leastOnTheWay.some(([steps, least]) => step === steps && likeness < least)) return warp;
    const change = solve(normal, right);
    if (change === undefined) return warp;
    let largest = 0;
    for (let j = 0; j < 6; j++) {
      const bounded = Math.max(-largestStep, Math.min(largestStep, change[j] as number));
      warp[j] = Math.max(-largestWarp, Math.min(largestWarp, (warp[j] as number) + bounded));
      largest = Math.max(largest, Math.abs(bounded));
    }
    if (largest < smallestStep) return warp;
  }
  return warp;
}

/**
 * The normal equations of one step; of the symmetric matrix the upper half, row after row of six. With them the
 * likeness before the step: the cosine of both bands, whose means are near 0.
 *
 * The sums of a row of pixels are kept in variables, and what is the same along the row is multiplied at its end. In
 * their names, x and y are the slopes along both axes, u is the place along the row, a and b are the bands.
 */
function equationsOf(
  first: Picture,
  second: Picture,
  warp: Warp,
): { normal: Float64Array; right: Float64Array; likeness: number } {
  const { size, mask, band } = first;
  const { mask: otherMask, band: otherBand, slopeX, slopeY } = second;
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0] = warp;
  const last = size - 1;
  const slopes = new Float64Array(18);
  const bands = new Float64Array(12);
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let row = 0; row < size; row++) {
    const v = row / size - 0.5;
    let xx = 0;
    let xxu = 0;
    let xxuu = 0;
    let xy = 0;
    let xyu = 0;
    let xyuu = 0;
    let yy = 0;
    let yyu = 0;
    let yyuu = 0;
    let xa = 0;
    let xau = 0;
    let ya = 0;
    let yau = 0;
    let xb = 0;
    let xbu = 0;
    let yb = 0;
    let ybu = 0;
    for (let column = 0; column < size; column++) {
      const i = row * size + column;
      if (mask[i] === 0) continue;
      const u = column / size - 0.5;
      const toX = column + size * (w0 + w1 * u + w2 * v);
      const toY = row + size * (w3 + w4 * u + w5 * v);
      if (!(toX >= 0 && toY >= 0 && toX < last && toY < last)) continue;
      const left = Math.trunc(toX);
      const top = Math.trunc(toY);
      const at = top * size + left;
      const below = at + size;
      if (otherMask[at] === 0 || otherMask[at + 1] === 0) continue;
      if (otherMask[below] === 0 || otherMask[below + 1] === 0) continue;
      const fx = toX - left;
      const fy = toY - top;
      const w11 = fx * fy;
      const w10 = fy - w11;
      const w01 = fx - w11;
      const w00 = 1 - fx - w10;
      const x =
        w00 * (slopeX[at] as number) +
        w01 * (slopeX[at + 1] as number) +
        w10 * (slopeX[below] as number) +
        w11 * (slopeX[below + 1] as number);
      const y =
        w00 * (slopeY[at] as number) +
        w01 * (slopeY[at + 1] as number) +
        w10 * (slopeY[below] as number) +
        w11 * (slopeY[below + 1] as number);
      const b =
        w00 * (otherBand[at] as number) +
        w01 * (otherBand[at + 1] as number) +
        w10 * (otherBand[below] as number) +
        w11 * (otherBand[below + 1] as number);
      const a = band[i] as number;
      aa += a * a;
      bb += b * b;
      ab += a * b;
      const xu = x * u;
      const yu = y * u;
      xx += x * x;
      xxu += x * xu;
      xxuu += xu * xu;
      xy += x * y;
      xyu += x * yu;
      xyuu += xu * yu;
      yy += y * y;
      yyu += y * yu;
      yyuu += yu * yu;
      xa += x * a;
      xau += xu * a;
      ya += y * a;
      yau += yu * a;
      xb += x * b;
      xbu += xu * b;
      yb += y * b;
      ybu += yu * b;
    }
    addRow(slopes, 0, v, xx, xxu, xxuu);
    addRow(slopes, 6, v, xy, xyu, xyuu);
    addRow(slopes, 12, v, yy, yyu, yyuu);
    addRow(bands, 0, v, xa, xau);
    addRow(bands, 3, v, ya, yau);
    addRow(bands, 6, v, xb, xbu);
    addRow(bands, 9, v, yb, ybu);
  }
  // By how much the second picture's contrast is to be multiplied to be the first one's.
  const gain = bb > 0 ? Math.sqrt(aa / bb) : 1;
  const scale = gain * size;
  return {
    likeness: aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0,
    normal: Float64Array.from(places, (place) => (slopes[place] as number) * scale * scale),
    right: Float64Array.from(
      { length: 6 },
      (_, i) => ((bands[i] as number) - gain * (bands[i + 6] as number)) * scale,
    ),
  };
}

/** Which sum of `slopes` each entry of the matrix is; below the diagonal they are not read. */
const places = [
  [0, 1, 2, 6, 7, 8],
  [1, 3, 4, 7, 9, 10],
  [2, 4, 5, 8, 10, 11],
  [6, 7, 8, 12, 13, 14],
  [7, 9, 10, 13, 15, 16],
  [8, 10, 11, 14, 16, 17],
].flat();

/** Adds a row's sums of p, pu and, when given, puu to those of p, pu, pv, puu, puv, pvv. */
function addRow(sums: Float64Array, at: number, v: number, p: number, pu: number, puu?: number): void {
  sums[at] = (sums[at] as number) + p;
  sums[at + 1] = (sums[at + 1] as number) + pu;
  sums[at + 2] = (sums[at + 2] as number) + p * v;
  if (puu === undefined) return;
  sums[at + 3] = (sums[at + 3] as number) + puu;
  sums[at + 4] = (sums[at + 4] as number) + pu * v;
  sums[at + 5] = (sums[at + 5] as number) + p * v * v;
}

/** In parts of the picture's size. */
const [largestStep, largestWarp, smallestStep] = [0.05, 0.15, 0.0005];

/** Pearson's correlation of both pictures where both photos have pixels. */
function correlate(a: Picture, b: Picture, warp: Warp): number {
  const { size } = a;
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0] = warp;
  let count = 0;
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  for (let i = 0; i < a.band.length; i++) {
    if (a.mask[i] === 0) continue;
    const column = i % size;
    const row = (i - column) / size;
    const u = column / size - 0.5;
    const v = row / size - 0.5;
    const toX = column + size * (w0 + w1 * u + w2 * v);
    const toY = row + size * (w3 + w4 * u + w5 * v);
    if (!(toX >= 0 && toY >= 0 && toX < size - 1 && toY < size - 1)) continue;
    const left = Math.floor(toX);
    const top = Math.floor(toY);
    const at = top * size + left;
    const below = at + size;
    if (b.mask[at] === 0 || b.mask[at + 1] === 0 || b.mask[below] === 0 || b.mask[below + 1] === 0) continue;
    const fx = toX - left;
    const fy = toY - top;
    const upper = (b.band[at] as number) * (1 - fx) + (b.band[at + 1] as number) * fx;
    const lower = (b.band[below] as number) * (1 - fx) + (b.band[below + 1] as number) * fx;
    const p = a.band[i] as number;
    const q = upper * (1 - fy) + lower * fy;
    count++;
    sumA += p;
    sumB += q;
    squaresA += p * p;
    squaresB += q * q;
    products += p * q;
  }
  if (count < leastShared * a.band.length) return 0;
  const varianceA = squaresA - sumA ** 2 / count;
  const varianceB = squaresB - sumB ** 2 / count;
  if (varianceA <= 0 || varianceB <= 0) return 0;
  return (products - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB);
}

/** Gaussian blur of the pixels that are there; what lies outside the photo has no weight. */
function blur(fingerprint: Uint8Array, size: number, sigma: number): Float32Array {
  const kernel = gaussianKernel(sigma);
  const spread = (values: Float32Array) =>
    convolve(convolve(values, size, kernel, size, 1), size, kernel, 1, size);
  const values = spread(new Float32Array(fingerprint));
  const weights = fingerprint.includes(0)
    ? spread(new Float32Array(fingerprint).map((value) => (value === 0 ? 0 : 1)))
    : wholeWeights(size, sigma, spread);
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i] as number;
    values[i] = weight > 0 ? (values[i] as number) / weight : 0;
  }
  return values;
}

/** The weights of fingerprints that show the photo everywhere, by size and sigma: nearly all do. */
const knownWeights = new Map<string, Float32Array>();

function wholeWeights(
  size: number,
  sigma: number,
  spread: (values: Float32Array) => Float32Array,
): Float32Array {
  const key = `${size} ${sigma}`;
  const known = knownWeights.get(key) ?? spread(new Float32Array(size * size).fill(1));
  knownWeights.set(key, known);
  return known;
}

/** The mirror image of a picture: along the row all is the other way round, the slopes with it. */
function mirrorPicture({ size, band, slopeX, slopeY, mask }: Picture): Picture {
  const mirrored = <Values extends Float32Array | Uint8Array>(values: Values, sign = 1) =>
    values.map((_, i) => sign * (values[i + size - 1 - 2 * (i % size)] as number)) as Values;
  return {
    size,
    band: mirrored(band),
    slopeX: mirrored(slopeX, -1),
    slopeY: mirrored(slopeY),
    mask: mirrored(mask),
  };
}

/** Solves the symmetric system of six whose upper half is given; undefined when it has no one solution. */
function solve(normal: Float64Array, right: Float64Array): Float64Array | undefined {
  const rows = Array.from({ length: 6 }, (_, j) =>
    Float64Array.from({ length: 7 }, (_, k) =>
      k === 6 ? (right[j] as number) : (normal[j <= k ? 6 * j + k : 6 * k + j] as number),
    ),
  );
  for (const [pivot, row] of rows.entries()) {
    const head = row[pivot] as number;
    if (!(head > 1e-9)) return undefined;
    for (const other of rows) {
      if (other === row) continue;
      const factor = (other[pivot] as number) / head;
      for (let k = pivot; k < 7; k++) other[k] = (other[k] as number) - factor * (row[k] as number);
    }
  }
  return Float64Array.from(rows, (row, j) => (row[6] as number) / (row[j] as number));
}
