import type { View } from '../geometry.ts';
import { eyeCentres } from '../locate-landmarks.ts';
import { drawView, plainRgb } from '../raster.ts';
import { patchSize, SpectrumDescriber, spectrumLength } from './describe-spectrum.ts';
import {
  SurroundingsDescriber,
  surroundingsFactor,
  surroundingsLength,
  surroundingsSize,
} from './describe-surroundings.ts';
import type { FaceInPhoto } from './liveness-assessor.ts';
import { surroundingsView } from './surroundings-view.ts';

/** Numbers that {@link RecaptureDescriber} gives. */
export const recaptureLength = 2 * spectrumLength + surroundingsLength + 1;

/**
 * Everything the default engine judges by: the spectrum of the face at the photo's own pixels and at half of them,
 * the look of the surroundings, and how large the face is.
 */
export class RecaptureDescriber {
  readonly #spectrum = new SpectrumDescriber();
  readonly #surroundings = new SurroundingsDescriber();
  readonly #planes = new Float32Array(3 * patchSize * patchSize);
  readonly #description = new Float32Array(recaptureLength);

  /** The numbers, good until the next call. */
  describe(face: FaceInPhoto): Float32Array {
    const { pyramid, box, landmarks } = face;
    const out = this.#description;
    for (const [index, step] of [1, 2].entries()) {
      drawView(pyramid, patchView(face, step), patchSize, plainRgb, this.#planes);
      this.#spectrum.describe(this.#planes, out, index * spectrumLength);
    }
    const view = surroundingsView(pyramid, box, surroundingsFactor, surroundingsSize);
    drawView(pyramid, view, surroundingsSize, plainRgb, this.#planes);
    this.#surroundings.describe(this.#planes, out, 2 * spectrumLength);
    const { right, left } = eyeCentres(landmarks);
    out[recaptureLength - 1] = Math.log(1 + Math.hypot(left.x - right.x, left.y - right.y));
    return out;
  }
}

/** The middle of the face, one pixel of the photo (or two) to each of the patch: not resampled, which makes patterns. */
function patchView({ box }: FaceInPhoto, step: number): View {
  const start = (from: number, length: number) => Math.round(from + length / 2 - (patchSize * step) / 2);
  const shift = (step - 1) / 2;
  return {
    a: step,
    b: 0,
    c: start(box.x, box.width) + shift,
    d: 0,
    e: step,
    f: start(box.y, box.height) + shift,
  };
}
