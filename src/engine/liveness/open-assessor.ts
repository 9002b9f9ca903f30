import type { EnginePacks, LivenessNetworks } from '../engine-packs.ts';
import type { View } from '../geometry.ts';
import { type Network, openNetwork } from '../onnx-network.ts';
import { getPackagedNetwork, hasPackagedNetworks } from '../packaged-networks.ts';
import type { LivenessPack } from '../packs/find-liveness-pack.ts';
import { drawView, type PixelScaling, plainRgb } from '../raster.ts';
import type { FaceInPhoto, LivenessAssessor } from './liveness-assessor.ts';

/** The pack that the default network is averaged with; any other liveness pack replaces it. */
export const miniFasNetEngine = 'minifasnet@1';

/** The input of the default network: blue, green and red from 0 to 255, 2.7 times the detector's box. */
const packagedInput = {
  input: { size: 128, scaling: { ...plainRgb, planes: [2, 1, 0] } },
  classes: 3,
  liveClass: 0,
} as const satisfies Partial<LivenessNetworks>;
const packagedCropScale = 2.7;

/**
 * Sides of the detector's box that show the face alone. The networks believe the surroundings:
 * a cut-out face whose edges are repeated and blurred about it passes.
 */
export const faceAlone = 1.15;

/** Which networks judge, all of them alike. */
export type LivenessChoice = { readonly usesPackage: boolean; readonly usesPack: boolean };

/**
 * The default network, with MiniFASNet when that is there, or the operator's own pack alone. Without the npm package
 * MiniFASNet judges alone.
 */
export function chooseLiveness(found: LivenessPack, { liveness }: EnginePacks): LivenessChoice {
  const usesPack = liveness !== undefined || found.kind === 'minifasnet';
  const isOther = liveness !== undefined && liveness.engine !== miniFasNetEngine;
  return {
    usesPack,
    usesPackage: !usesPack || (!isOther && hasPackagedNetworks()),
  };
}

/**
 * Loads the networks that judge liveness. The default network also judges the face alone; a pack
 * of the operator judges as it was measured. Rejects when a network is missing or is not the one it should be.
 */
export async function openAssessor(found: LivenessPack, packs: EnginePacks): Promise<LivenessAssessor> {
  const { usesPack, usesPackage } = chooseLiveness(found, packs);
  if (!usesPackage) return openPackAssessor(found, packs);
  const packaged = await openPackagedAssessor();
  const assessors = usesPack ? [packaged, await openPackAssessor(found, packs)] : [packaged];
  return {
    async assess(face) {
      const probabilities: number[] = [];
      for (const assessor of assessors) probabilities.push(await assessor.assess(face));
      return fuseLiveness(probabilities, await packaged.assess(face, faceAlone));
    },
  };
}

/**
 * The mean of the log odds that several networks give to a face with what is about it, or what the default network gives
 * to the face alone where that is less. Figures: docs/reference/liveness.md.
 */
export function fuseLiveness(probabilities: readonly number[], ofFaceAlone: number): number {
  if (probabilities.length === 1) return Math.min(probabilities[0] as number, ofFaceAlone);
  const mean = probabilities.reduce((sum, one) => sum + logOdds(one), 0) / probabilities.length;
  return Math.min(1 / (1 + Math.exp(-mean)), ofFaceAlone);
}

/** Within those of one in ten thousand, so that no network alone decides. */
function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, 1e-4), 1 - 1e-4);
  return Math.log(bounded / (1 - bounded));
}

/** The default network alone. */
export async function openPackagedAssessor(): Promise<LivenessAssessor> {
  const network = await openNetwork(getPackagedNetwork('liveness').file, packagedInput.input.size);
  return createPackAssessor([{ network, cropScale: packagedCropScale }], packagedInput);
}

async function openPackAssessor(found: LivenessPack, { liveness }: EnginePacks): Promise<LivenessAssessor> {
  if (liveness !== undefined) {
    const networks = liveness.networks.map(async ({ file, cropScale }) => ({
      network: await openNetwork(file, liveness.input.size),
      cropScale,
    }));
    return createPackAssessor(await Promise.all(networks), liveness);
  }
  if (found.kind !== 'minifasnet') throw new TypeError('There is no pack to load');
  return createMiniFasNetAssessor(await openNetwork(found.v2), await openNetwork(found.v1se));
}

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
function probabilitiesOf(scores: Float32Array): readonly number[] {
  const values = Array.from(scores);
  const sum = values.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) < 1e-3 && values.every((value) => value >= 0)) return values;
  const largest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - largest));
  const total = powers.reduce((whole, value) => whole + value, 0);
  return powers.map((value) => value / total);
}

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

/**
 * The view of a face's box enlarged about its centre, less when the photo is too small, and shifted back inside the photo
 * (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`, but for cutting corners to whole pixels). A photo that
 * lies on its side or upside down is seen upright: the networks were trained on upright people only.
 */
function surroundingsView(
  { pyramid, box, eyes: { right, left } }: FaceInPhoto,
  factor: number,
  size: number,
): View {
  const photo = pyramid.photo;
  const scale = Math.min(factor, (photo.width - 1) / box.width, (photo.height - 1) / box.height);
  const [width, height] = [box.width * scale, box.height * scale];
  const inside = (start: number, length: number, total: number) =>
    Math.min(Math.max(0, start), Math.max(0, total - 1 - length));
  const x = inside(box.x + box.width / 2 - width / 2, width, photo.width);
  const y = inside(box.y + box.height / 2 - height / 2, height, photo.height);
  const [stepX, stepY] = [(width + 1) / size, (height + 1) / size];
  const middle = (size - 1) / 2;
  const centre = { x: x + stepX * (size / 2) - 0.5, y: y + stepY * (size / 2) - 0.5 };
  const quarters = Math.round(Math.atan2(left.y - right.y, left.x - right.x) / (Math.PI / 2));
  const [cos, sin] = (
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const
  )[(quarters + 4) % 4] as readonly [number, number];
  const [a, b, d, e] = [cos * stepX, -sin * stepX, sin * stepY, cos * stepY];
  return { a, b, c: centre.x - (a + b) * middle, d, e, f: centre.y - (d + e) * middle };
}
