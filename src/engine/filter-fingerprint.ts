import { fingerprintSize } from './draw-fingerprint.ts';

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
