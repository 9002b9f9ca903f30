import { alignedView, type Landmarks } from './locate-landmarks.ts';
import { drawView, type PixelScaling, type Pyramid } from './raster.ts';

/** Name and version of what is drawn here: a change needs a new version. */
export const fingerprintMethod = 'aligned-grey-64@1';
/** Width and height of a fingerprint in pixels. */
export const fingerprintSize = 64;
/** The size of the face in the fingerprint, in parts of its size in the common five-point template. */
const fingerprintZoom = 0.85;
const area = fingerprintSize * fingerprintSize;

/** Luma of red, green and blue (ITU-R BT.601). */
const scaling: PixelScaling = { planes: [0, 1, 2], scale: [0.299, 0.587, 0.114], offset: [0, 0, 0] };

/** Draws fingerprints; keeps its picture between calls, so one per worker. */
export class FingerprintDrawer {
  readonly #planes = new Float32Array(3 * area);

  /**
   * The aligned face with some of its surroundings, in grey, one byte a pixel: 1 to 255, and 0 where the photo has
   * ended. Copies of a photo have nearly the same; see `compareFingerprints`.
   */
  draw(pyramid: Pyramid, landmarks: Landmarks): Uint8Array {
    const view = alignedView(landmarks, fingerprintSize, fingerprintZoom);
    drawView(pyramid, view, fingerprintSize, scaling, this.#planes);
    const [red, green, blue] = [0, 1, 2].map((plane) =>
      this.#planes.subarray(plane * area, (plane + 1) * area),
    ) as [Float32Array, Float32Array, Float32Array];
    const { width, height } = pyramid.photo;
    const fingerprint = new Uint8Array(area);
    const [right, bottom] = [width - 1, height - 1];
    for (let y = 0; y < fingerprintSize; y++) {
      for (let x = 0; x < fingerprintSize; x++) {
        // Two numbers, not a point from `throughView`: an object for each pixel costs more than all the rest here.
        const atX = view.a * x + view.b * y + view.c;
        const atY = view.d * x + view.e * y + view.f;
        if (!(atX >= 0 && atY >= 0 && atX <= right && atY <= bottom)) continue;
        const i = y * fingerprintSize + x;
        const grey = (red[i] as number) + (green[i] as number) + (blue[i] as number);
        fingerprint[i] = Math.min(255, Math.max(1, Math.round(grey)));
      }
    }
    return fingerprint;
  }
}

/** Of every four pixels their mean; outside the photo when one of them is. */
export function halveFingerprint(fingerprint: Uint8Array): Uint8Array {
  const half = fingerprintSize / 2;
  const halved = new Uint8Array(half * half);
  for (let i = 0; i < halved.length; i++) {
    const at = 2 * Math.floor(i / half) * fingerprintSize + 2 * (i % half);
    const [one, two] = [fingerprint[at] as number, fingerprint[at + 1] as number];
    const three = fingerprint[at + fingerprintSize] as number;
    const four = fingerprint[at + fingerprintSize + 1] as number;
    if (one === 0 || two === 0 || three === 0 || four === 0) continue;
    halved[i] = Math.round((one + two + three + four) / 4);
  }
  return halved;
}

export function gaussianKernel(sigma: number): Float32Array {
  const radius = Math.ceil(2.5 * sigma);
  return Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
  );
}

/** Convolves along lines that begin `lineStep` apart and whose pixels lie `pixelStep` apart. */
export function convolve(
  picture: Float32Array,
  size: number,
  kernel: Float32Array,
  lineStep: number,
  pixelStep: number,
): Float32Array {
  const radius = (kernel.length - 1) / 2;
  const out = new Float32Array(picture.length);
  for (let pixel = 0; pixel < size; pixel++) {
    const first = Math.max(0, pixel - radius);
    const last = Math.min(size - 1, pixel + radius);
    for (let line = 0; line < size; line++) {
      const start = line * lineStep;
      let sum = 0;
      let at = start + first * pixelStep;
      for (let k = first - pixel + radius; k <= last - pixel + radius; k++) {
        sum += (kernel[k] as number) * (picture[at] as number);
        at += pixelStep;
      }
      out[start + pixel * pixelStep] = sum;
    }
  }
  return out;
}
