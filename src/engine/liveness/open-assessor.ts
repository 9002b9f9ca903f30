import type { DetectedFace } from '../detect-faces.ts';
import type { LivenessNetworks } from '../engine-packs.ts';
import type { Point, View } from '../geometry.ts';
import { type Network, openNetwork } from '../onnx-network.ts';
import { getPackagedNetwork, hasPackagedNetworks } from '../packaged-networks.ts';
import { drawView, type PixelScaling, type Pyramid, plainRgb } from '../raster.ts';

/** A box in pixels of the searched photo. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type FaceInPhoto = {
  readonly pyramid: Pyramid;
  /** As the detector places it. */
  readonly box: Box;
  readonly eyes: { readonly right: Point; readonly left: Point };
};

/** A detected face, with its eyes where the landmarks are. */
export function faceInPhoto(
  pyramid: Pyramid,
  { centre, width, height }: DetectedFace,
  eyes: FaceInPhoto['eyes'],
): FaceInPhoto {
  const box = { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
  return { pyramid, box, eyes };
}

/** Judges whether a photo was taken of a living person, or of a picture of one. */
export type LivenessAssessor = {
  /**
   * 0 to 1; larger is more likely live. `reach` limits how much about the face is seen, in sides of its box; without it
   * as much as the networks were trained on.
   */
  assess(face: FaceInPhoto, reach?: number): Promise<number>;
};

/** The pack that the default network is averaged with; any other liveness pack replaces it. */
export const miniFasNetEngine = 'minifasnet@1';

/** Blue, green and red from 0 to 255: the input of the default network and of MiniFASNet. */
export const blueGreenRed: PixelScaling = { ...plainRgb, planes: [2, 1, 0] };

/**
 * Sides of the detector's box that show the face alone. The networks believe the surroundings:
 * a cut-out face whose edges are repeated and blurred about it passes.
 */
export const faceAlone = 1.15;

/**
 * True when the default network judges: alone, or with MiniFASNet. The operator's own pack judges alone, and so does
 * MiniFASNet without the npm package.
 */
export function usesDefaultNetwork(pack: LivenessNetworks | undefined): boolean {
  return pack === undefined || (pack.engine === miniFasNetEngine && hasPackagedNetworks());
}

/**
 * Loads the networks that judge liveness. The default network also judges the face alone; a pack
 * of the operator judges as it was measured. Rejects when a network is missing or is not the one it should be.
 */
export async function openAssessor(pack: LivenessNetworks | undefined): Promise<LivenessAssessor> {
  if (pack !== undefined && !usesDefaultNetwork(pack)) return openPackAssessor(pack);
  const packaged = await openPackagedAssessor();
  const assessors = pack === undefined ? [packaged] : [packaged, await openPackAssessor(pack)];
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

/** The default network alone, which sees 2.7 times the detector's box. */
export function openPackagedAssessor(): Promise<LivenessAssessor> {
  return openPackAssessor({
    networks: [{ file: getPackagedNetwork('liveness').file, cropScale: 2.7 }],
    input: { size: 128, scaling: blueGreenRed },
    classes: 3,
    liveClass: 0,
  });
}

/** The networks of a pack alone. */
export async function openPackAssessor(
  pack: Pick<LivenessNetworks, 'networks' | 'input' | 'classes' | 'liveClass'>,
): Promise<LivenessAssessor> {
  const networks = pack.networks.map(async ({ file, cropScale }) => ({
    network: await openNetwork(file, pack.input.size),
    cropScale,
  }));
  return createPackAssessor(await Promise.all(networks), pack);
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
