import type { EnginePacks, LivenessNetworks } from '../engine-packs.ts';
import { openNetwork } from '../onnx-network.ts';
import { getPackagedNetwork, hasPackagedNetworks } from '../packaged-networks.ts';
import type { LivenessPack } from '../packs/find-liveness-pack.ts';
import { plainRgb } from '../raster.ts';
import { createMiniFasNetAssessor, createPackAssessor } from './assess-with-network.ts';
import type { LivenessAssessor } from './liveness-assessor.ts';

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
