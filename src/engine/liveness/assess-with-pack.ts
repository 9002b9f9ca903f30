import type { LivenessNetworks } from '../engine-packs.ts';
import type { View } from '../geometry.ts';
import type { Network } from '../onnx-network.ts';
import { drawView, type Pyramid } from '../raster.ts';
import { SharedRuns } from '../share-run.ts';
import { probabilitiesOf } from './assess-with-minifasnet.ts';
import type { FaceInPhoto, LivenessAssessor } from './liveness-assessor.ts';
import { surroundingsView } from './surroundings-view.ts';

/**
 * The networks of a liveness pack, their probabilities of the live class averaged. Each sees the face's surroundings
 * at its own scale. Views are not averaged while they are shrunk: the known networks of this kind were trained on
 * pictures that were not.
 */
export function createPackAssessor(
  networks: readonly { readonly network: Network; readonly cropScale: number }[],
  { input, classes, liveClass }: Pick<LivenessNetworks, 'input' | 'classes' | 'liveClass'>,
  runs = new SharedRuns(),
): LivenessAssessor {
  const judges = networks.map(({ network, cropScale }, index) => ({
    cropScale,
    run: runs.open(`liveness-${index}`, network, classes),
    drawn: undefined as { readonly pyramid: Pyramid; readonly view: View } | undefined,
  }));
  const draw = (judge: (typeof judges)[number], face: FaceInPhoto) => {
    const view = surroundingsView(face, judge.cropScale, input.size);
    if (judge.drawn?.pyramid === face.pyramid && isSame(judge.drawn.view, view)) return false;
    drawView(face.pyramid, view, input.size, input.scaling, judge.run.picture, 'unaveraged');
    judge.drawn = { pyramid: face.pyramid, view };
    return true;
  };
  return {
    expect(face) {
      const offered = judges.map((judge) => {
        draw(judge, face);
        return judge.run.begin();
      });
      return offered.includes(true);
    },
    async assess(face) {
      let sum = 0;
      for (const judge of judges) {
        if (draw(judge, face)) judge.run.begin({ isOffered: false });
        judge.drawn = undefined;
        sum += probabilitiesOf(await judge.run.finish())[liveClass] as number;
      }
      return sum / judges.length;
    },
  };
}

function isSame(one: View, other: View): boolean {
  return (['a', 'b', 'c', 'd', 'e', 'f'] as const).every((name) => one[name] === other[name]);
}
