import { fingerprintSize } from './draw-fingerprint.ts';

/** From this likeness on two photos are copies; set on labelled photos, see docs/reference/copied-photos.md. */
export const copyThreshold = 0.9;
/** Least share of the pixels that both fingerprints show, for their likeness to say anything. */
const leastShared = 0.35;
/** Below this likeness of their rough structure two fingerprints are no copies, and nothing finer is looked at. */
const leastRough = 0.6;
/** Steps that lay one picture over the other: at half the size first, then at the whole. */
const [mostRoughSteps, mostFineSteps] = [10, 6];

/**
 * The correlation of two fingerprints, -1 to 1; near 1 for two copies of one photo. The search fits one of them, or
 * its mirror image, to the other by shift, turn, stretch and shear. Then it correlates fine structure where both
 * photos have pixels. 0 when they share too little.
 */
export function compareFingerprints(a: Uint8Array, b: Uint8Array): number {
  const area = fingerprintSize * fingerprintSize;
  if (a.length !== area || b.length !== area) throw new TypeError(`A fingerprint has ${area} bytes`);
  const rough = openPicture(halve(a), fingerprintSize / 2, 0.7, 3);
  const [plain, mirrored] = [b, mirror(b)].map((fingerprint) => {
    const other = openPicture(halve(fingerprint), fingerprintSize / 2, 0.7, 3);
    const warp = layOver(rough, other, new Float64Array(6), mostRoughSteps);
    return { fingerprint, warp, likeness: correlate(rough, other, warp) };
  }) as [Placed, Placed];
  const better = plain.likeness >= mirrored.likeness ? plain : mirrored;
  if (better.likeness < leastRough) return Math.min(better.likeness, 0);
  const fine = openPicture(a, fingerprintSize, 0.7, 3);
  const other = openPicture(better.fingerprint, fingerprintSize, 0.7, 3);
  const warp = layOver(fine, other, better.warp, mostFineSteps);
  return correlate(fine, other, warp);
}

type Placed = { readonly fingerprint: Uint8Array; readonly warp: Warp; readonly likeness: number };

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
  const fine = blur(fingerprint, size, fineSigma);
  const coarse = blur(fingerprint, size, coarseSigma);
  const band = fine.map((value, i) => (fingerprint[i] === 0 ? 0 : value - (coarse[i] as number)));
  const slopeX = new Float32Array(band.length);
  const slopeY = new Float32Array(band.length);
  for (let i = size; i < band.length - size; i++) {
    slopeX[i] = ((band[i + 1] as number) - (band[i - 1] as number)) / 2;
    slopeY[i] = ((band[i + size] as number) - (band[i - size] as number)) / 2;
  }
  return { size, band, slopeX, slopeY, mask: fingerprint };
}

/** Of every four pixels their mean; outside the photo when one of them is. */
function halve(fingerprint: Uint8Array): Uint8Array {
  const half = fingerprintSize / 2;
  const halved = new Uint8Array(half * half);
  for (let i = 0; i < halved.length; i++) {
    const at = 2 * Math.floor(i / half) * fingerprintSize + 2 * (i % half);
    const four = [at, at + 1, at + fingerprintSize, at + fingerprintSize + 1].map(
      (place) => fingerprint[place] as number,
    );
    if (four.includes(0)) continue;
    halved[i] = Math.round(four.reduce((sum, value) => sum + value, 0) / 4);
  }
  return halved;
}

/** The warp, improved step by step (Gauss-Newton on the difference of both pictures at the same contrast). */
function layOver(a: Picture, b: Picture, start: Warp, mostSteps: number): Warp {
  const warp = start.slice();
  const { size } = a;
  for (let step = 0; step < mostSteps; step++) {
    const normal = new Float64Array(36);
    const right = new Float64Array(6);
    const row = new Float64Array(6);
    const gain = gainOf(a, b, warp);
    for (let y = 0; y < size; y++) {
      const v = y / size - 0.5;
      for (let x = 0; x < size; x++) {
        const i = y * size + x;
        if (a.mask[i] === 0 || !placed.find(b, warp, x, y)) continue;
        const slopeX = gain * placed.mix(b.slopeX) * size;
        const slopeY = gain * placed.mix(b.slopeY) * size;
        const u = x / size - 0.5;
        row[0] = slopeX;
        row[1] = slopeX * u;
        row[2] = slopeX * v;
        row[3] = slopeY;
        row[4] = slopeY * u;
        row[5] = slopeY * v;
        const rest = (a.band[i] as number) - gain * placed.mix(b.band);
        for (let j = 0; j < 6; j++) {
          const factor = row[j] as number;
          right[j] = (right[j] as number) + factor * rest;
          for (let k = j; k < 6; k++) {
            normal[6 * j + k] = (normal[6 * j + k] as number) + factor * (row[k] as number);
          }
        }
      }
    }
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

/** In parts of the picture's size. */
const [largestStep, largestWarp, smallestStep] = [0.05, 0.15, 0.0005];

/** A place of a picture, and how its four pixels mix there. */
class Place {
  #at = 0;
  #size = 0;
  #fx = 0;
  #fy = 0;

  /** False outside what the photo shows. */
  find({ size, mask }: Picture, warp: Warp, x: number, y: number): boolean {
    const u = x / size - 0.5;
    const v = y / size - 0.5;
    const toX = x + size * ((warp[0] as number) + (warp[1] as number) * u + (warp[2] as number) * v);
    const toY = y + size * ((warp[3] as number) + (warp[4] as number) * u + (warp[5] as number) * v);
    if (!(toX >= 0 && toY >= 0 && toX < size - 1 && toY < size - 1)) return false;
    const left = Math.floor(toX);
    const top = Math.floor(toY);
    const at = top * size + left;
    if (mask[at] === 0 || mask[at + 1] === 0 || mask[at + size] === 0 || mask[at + size + 1] === 0) {
      return false;
    }
    this.#at = at;
    this.#size = size;
    this.#fx = toX - left;
    this.#fy = toY - top;
    return true;
  }

  mix(values: Float32Array): number {
    const at = this.#at;
    const below = at + this.#size;
    const upper = (values[at] as number) * (1 - this.#fx) + (values[at + 1] as number) * this.#fx;
    const lower = (values[below] as number) * (1 - this.#fx) + (values[below + 1] as number) * this.#fx;
    return upper * (1 - this.#fy) + lower * this.#fy;
  }
}

const placed = new Place();

/** By how much the second picture's contrast is to be multiplied to be the first one's. */
function gainOf(a: Picture, b: Picture, warp: Warp): number {
  let [squaresA, squaresB] = [0, 0];
  for (let i = 0; i < a.band.length; i++) {
    if (a.mask[i] === 0 || !placed.find(b, warp, i % a.size, Math.floor(i / a.size))) continue;
    squaresA += (a.band[i] as number) ** 2;
    squaresB += placed.mix(b.band) ** 2;
  }
  return squaresB > 0 ? Math.sqrt(squaresA / squaresB) : 1;
}

/** Pearson's correlation of both pictures where both photos have pixels. */
function correlate(a: Picture, b: Picture, warp: Warp): number {
  let [count, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.band.length; i++) {
    if (a.mask[i] === 0 || !placed.find(b, warp, i % a.size, Math.floor(i / a.size))) continue;
    const p = a.band[i] as number;
    const q = placed.mix(b.band);
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
  const radius = Math.ceil(2.5 * sigma);
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
  );
  const spread = (values: Float32Array) =>
    convolve(convolve(values, size, kernel, size, 1), size, kernel, 1, size);
  const values = spread(Float32Array.from(fingerprint));
  const weights = spread(Float32Array.from(fingerprint, (value) => (value === 0 ? 0 : 1)));
  return values.map((value, i) => ((weights[i] as number) > 0 ? value / (weights[i] as number) : 0));
}

/** Convolves along lines that begin `lineStep` apart and whose pixels lie `pixelStep` apart. */
function convolve(
  picture: Float32Array,
  size: number,
  kernel: Float32Array,
  lineStep: number,
  pixelStep: number,
): Float32Array {
  const radius = (kernel.length - 1) / 2;
  const out = new Float32Array(picture.length);
  for (let line = 0; line < size; line++) {
    for (let pixel = 0; pixel < size; pixel++) {
      const to = Math.min(size - 1, pixel + radius);
      let sum = 0;
      for (let other = Math.max(0, pixel - radius); other <= to; other++) {
        sum +=
          (kernel[other - pixel + radius] as number) *
          (picture[line * lineStep + other * pixelStep] as number);
      }
      out[line * lineStep + pixel * pixelStep] = sum;
    }
  }
  return out;
}

function mirror(fingerprint: Uint8Array): Uint8Array {
  const last = fingerprintSize - 1;
  return fingerprint.map((_, i) => {
    const x = i % fingerprintSize;
    return fingerprint[i - x + (last - x)] as number;
  });
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
