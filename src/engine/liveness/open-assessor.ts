import type { EnginePacks, LivenessNetworks } from '../engine-packs.ts';
import type { View } from '../geometry.ts';
import { type Network, openNetwork } from '../onnx-network.ts';
import { getPackagedNetwork, hasPackagedNetworks } from '../packaged-networks.ts';
import type { LivenessPack } from '../packs/find-liveness-pack.ts';
import { drawView, plainRgb } from '../raster.ts';
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
  const { around, alone } = await openPackagedAssessors();
  const judges = usesPack ? [around, await openPackAssessor(found, packs)] : [around];
  return joinAssessors([...judges, alone], (probabilities) =>
    fuseLiveness(probabilities.slice(0, -1), probabilities.at(-1) as number),
  );
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

/** The default network alone: for the face with what is about it, and for the face alone. */
export async function openPackagedAssessors(): Promise<Record<'around' | 'alone', LivenessAssessor>> {
  const network = await openNetwork(getPackagedNetwork('liveness').file, packagedInput.input.size);
  const at = (cropScale: number) => createPackAssessor([{ network, cropScale }], packagedInput);
  return { around: at(packagedCropScale), alone: at(faceAlone) };
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

/**
 * The two MiniFASNet networks, their probabilities averaged. Each sees the face's surroundings at its own scale,
 * as 80 x 80 blue-green-red values from 0 to 255 (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`).
 * The pictures it was trained on were shrunk without averaging, and it notices when they are not.
 */
export function createMiniFasNetAssessor(v2: Network, v1se: Network): LivenessAssessor {
  return createPackAssessor(
    [
      { network: v2, cropScale: 2.7 },
      { network: v1se, cropScale: 4 },
    ],
    { input: { size: 80, scaling: { ...plainRgb, planes: [2, 1, 0] } }, classes: 3, liveClass: 1 },
  );
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
  const values = 3 * input.size ** 2;
  return joinAssessors(
    networks.map(({ network, cropScale }) => ({
      pictureValues: values,
      draw(face, picture) {
        const view = surroundingsView(face, cropScale, input.size);
        drawView(face.pyramid, view, input.size, input.scaling, picture, 'unaveraged');
      },
      async judge(picture) {
        const [scores] = Object.values(await network.run(picture));
        if (scores?.length !== classes) throw new Error(`The network gives ${scores?.length} classes`);
        return probabilitiesOf(scores)[liveClass] as number;
      },
    })),
    (probabilities) => probabilities.reduce((sum, one) => sum + one, 0) / probabilities.length,
  );
}

/** Assessors whose judgements become one. */
function joinAssessors(
  assessors: readonly LivenessAssessor[],
  fuse: (probabilities: readonly number[]) => number,
): LivenessAssessor {
  const partOf = (index: number, pictures: Float32Array) => {
    const start = assessors.slice(0, index).reduce((sum, { pictureValues }) => sum + pictureValues, 0);
    return pictures.subarray(start, start + (assessors[index] as LivenessAssessor).pictureValues);
  };
  return {
    pictureValues: assessors.reduce((sum, { pictureValues }) => sum + pictureValues, 0),
    draw(face, pictures) {
      for (const [index, assessor] of assessors.entries()) assessor.draw(face, partOf(index, pictures));
    },
    async judge(pictures) {
      const probabilities: number[] = [];
      for (const [index, assessor] of assessors.entries()) {
        probabilities.push(await assessor.judge(partOf(index, pictures)));
      }
      return fuse(probabilities);
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
