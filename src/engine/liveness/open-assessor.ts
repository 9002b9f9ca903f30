import type { EnginePacks, LivenessNetworks } from '../engine-packs.ts';
import { openNetwork } from '../onnx-network.ts';
import { getPackagedNetwork, hasPackagedNetworks } from '../packaged-models.ts';
import type { LivenessPack } from '../packs/find-liveness-pack.ts';
import { plainRgb } from '../raster.ts';
import { createMiniFasNetAssessor } from './assess-with-minifasnet.ts';
import { createPackAssessor } from './assess-with-pack.ts';
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

/** Which networks judge, all of them alike: their probabilities are averaged. */
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

/** Loads the networks that judge liveness. Rejects when one is missing or is not the one it should be. */
export async function openAssessor(found: LivenessPack, packs: EnginePacks): Promise<LivenessAssessor> {
  const { usesPack, usesPackage } = chooseLiveness(found, packs);
  const assessors: LivenessAssessor[] = [];
  if (usesPackage) assessors.push(await openPackagedAssessor());
  if (usesPack) assessors.push(await openPackAssessor(found, packs));
  return {
    async assess(face) {
      let sum = 0;
      for (const assessor of assessors) sum += await assessor.assess(face);
      return sum / assessors.length;
    },
  };
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
