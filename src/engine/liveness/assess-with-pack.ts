import type { LivenessNetworks } from '../engine-packs.ts';
import type { Network } from '../onnx-network.ts';
import { drawView } from '../raster.ts';
import { probabilitiesOf } from './assess-with-minifasnet.ts';
import type { LivenessAssessor } from './liveness-assessor.ts';
import { surroundingsView } from './surroundings-view.ts';

/**
 * The networks of a liveness pack, their probabilities of the live class averaged. Each sees the face's surroundings
 * at its own scale. Views are not averaged while they are shrunk: the known networks of this kind were trained on
 * pictures that were not.
 */
export function createPackAssessor(
  networks: readonly { readonly network: Network; readonly cropScale: number }[],
  { input, classes, liveClass }: Pick<LivenessNetworks, 'input' | 'classes' | 'liveClass'>,
): LivenessAssessor {
  const picture = new Float32Array(3 * input.size ** 2);
  return {
    async assess(face, reach = Infinity) {
      let sum = 0;
      for (const { network, cropScale } of networks) {
        const view = surroundingsView(face, Math.min(cropScale, reach), input.size);
        drawView(face.pyramid, view, input.size, input.scaling, picture, 'unaveraged');
        const [scores] = Object.values(await network.run(picture));
        if (scores?.length !== classes) throw new Error(`The network gives ${scores?.length} classes`);
        sum += probabilitiesOf(scores)[liveClass] as number;
      }
      return sum / networks.length;
    },
  };
}
