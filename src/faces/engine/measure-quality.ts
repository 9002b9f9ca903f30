import { alignedView } from './embed-face.ts';
import type { Landmarks } from './locate-landmarks.ts';
import { drawView, type PixelScaling, type Pyramid } from './raster.ts';

const size = 112;
/** Planes weighted as in ITU-R BT.601, so that their sum is the grey value. */
const scaling: PixelScaling = { planes: [0, 1, 2], scale: [0.299, 0.587, 0.114], offset: [0, 0, 0] };

/** Sharpness, brightness and contrast of the aligned grey face of 112 pixels. */
export type FaceFigures = {
  readonly sharpness: number;
  readonly brightness: number;
  readonly contrast: number;
};

/** Measures the look of a face; keeps its picture between calls, so one per worker. */
export class QualityMeter {
  readonly #planes = new Float32Array(3 * size * size);

  measure(pyramid: Pyramid, landmarks: Landmarks): FaceFigures {
    drawView(pyramid, alignedView(landmarks, size), size, scaling, this.#planes);
    const area = size * size;
    const grey = this.#planes;
    for (let i = 0; i < area; i++) {
      grey[i] = (grey[i] as number) + (grey[i + area] as number) + (grey[i + 2 * area] as number);
    }
    const { mean, variance } = momentsOf(grey.subarray(0, area));
    return { sharpness: laplacianVariance(grey), brightness: mean, contrast: Math.sqrt(variance) };
  }
}

function laplacianVariance(grey: Float32Array): number {
  const inner = size - 2;
  const values = new Float32Array(inner * inner);
  let out = 0;
  for (let y = 1; y <= inner; y++) {
    for (let x = 1; x <= inner; x++) {
      const i = y * size + x;
      values[out++] =
        (grey[i - 1] as number) +
        (grey[i + 1] as number) +
        (grey[i - size] as number) +
        (grey[i + size] as number) -
        4 * (grey[i] as number);
    }
  }
  return momentsOf(values).variance;
}

function momentsOf(values: Float32Array): { mean: number; variance: number } {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, variance: Math.max(0, squares / values.length - mean * mean) };
}
