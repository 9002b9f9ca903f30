import { fingerprintSize } from './draw-fingerprint.ts';
import { convolve, gaussianKernel, halveFingerprint } from './filter-fingerprint.ts';

/** The structure of a fingerprint between two sizes, everywhere at one contrast; its slopes; and where it has pixels. */
export type Bands = {
  /** Width and height in pixels. */
  readonly size: number;
  readonly band: Float32Array;
  readonly slopeX: Float32Array;
  readonly slopeY: Float32Array;
  /** 0 outside the photo. */
  readonly mask: Uint8Array;
};

/** Of the blurs between which the structure lies, and of the surroundings whose contrast counts, in whole pixels. */
const sigmas = { fine: 1, coarse: 5, contrast: 8 } as const;
/** Variance that is added to that of the surroundings: smooth skin stays smooth. */
const leastVariance = 4;

/** The bands of a fingerprint at its own size, or at half of it. */
export function openBands(fingerprint: Uint8Array, isHalf = false): Bands {
  const mask = isHalf ? halveFingerprint(fingerprint) : fingerprint;
  const size = isHalf ? fingerprintSize / 2 : fingerprintSize;
  const share = size / fingerprintSize;
  const fine = smooth(Float32Array.from(mask), mask, size, sigmas.fine * (isHalf ? 0.6 : 1));
  const coarse = smooth(Float32Array.from(mask), mask, size, sigmas.coarse * share);
  const rest = fine.map((value, i) => value - (coarse[i] as number));
  const squares = rest.map((value) => value * value);
  const variance = smooth(squares, mask, size, sigmas.contrast * share);
  const band = rest.map((value, i) =>
    mask[i] === 0 ? 0 : value / Math.sqrt((variance[i] as number) + leastVariance),
  );
  const slopeX = new Float32Array(band.length);
  const slopeY = new Float32Array(band.length);
  for (let i = size; i < band.length - size; i++) {
    slopeX[i] = ((band[i + 1] as number) - (band[i - 1] as number)) / 2;
    slopeY[i] = ((band[i + size] as number) - (band[i - size] as number)) / 2;
  }
  return { size, band, slopeX, slopeY, mask };
}

/** Gaussian blur of the pixels that the photo has. */
function smooth(values: Float32Array, mask: Uint8Array, size: number, sigma: number): Float32Array {
  const kernel = gaussianKernel(sigma);
  const spread = (all: Float32Array) => convolve(convolve(all, size, kernel, size, 1), size, kernel, 1, size);
  const sums = spread(values.map((value, i) => (mask[i] === 0 ? 0 : value)));
  const weights = spread(Float32Array.from(mask, (value) => (value === 0 ? 0 : 1)));
  return sums.map((value, i) => ((weights[i] as number) > 0 ? value / (weights[i] as number) : 0));
}
