import type { Network } from '../onnx-network.ts';
import { drawView, type PixelScaling, plainRgb } from '../raster.ts';
import type { FaceInPhoto, LivenessAssessor } from './liveness-assessor.ts';
import { surroundingsView } from './surroundings-view.ts';

const inputSize = 80;
const blueGreenRed: PixelScaling = { ...plainRgb, planes: [2, 1, 0] };

/**
 * The two MiniFASNet networks, their probabilities averaged. Each sees the face's surroundings at its own scale,
 * as 80 x 80 blue-green-red values from 0 to 255 (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`).
 * The pictures it was trained on were shrunk without averaging, and it notices when they are not.
 */
export function createMiniFasNetAssessor(v2: Network, v1se: Network): LivenessAssessor {
  const input = new Float32Array(3 * inputSize * inputSize);
  const live = async (network: Network, face: FaceInPhoto, factor: number) => {
    const view = surroundingsView(face, factor, inputSize);
    drawView(face.pyramid, view, inputSize, blueGreenRed, input, 'unaveraged');
    const [scores] = Object.values(await network.run(input));
    if (scores === undefined) throw new Error('The liveness network lacks its output');
    return probabilitiesOf(scores)[1] ?? 0;
  };
  return {
    async assess(face, reach = Infinity) {
      return (
        ((await live(v2, face, Math.min(2.7, reach))) + (await live(v1se, face, Math.min(4, reach)))) / 2
      );
    },
  };
}

/** Of the known files some end in a softmax and some before it. */
export function probabilitiesOf(scores: Float32Array): readonly number[] {
  const values = Array.from(scores);
  const sum = values.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) < 1e-3 && values.every((value) => value >= 0)) return values;
  const largest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - largest));
  const total = powers.reduce((whole, value) => whole + value, 0);
  return powers.map((value) => value / total);
}
