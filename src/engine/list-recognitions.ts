import type { EnginePacks } from './engine-packs.ts';
import { hasPackagedNetworks } from './packaged-models.ts';
import {
  createDefaultRecognition,
  createEarlierRecognition,
  createFusedRecognition,
  createPackRecognition,
  type Recognition,
} from './recognition.ts';

/** The recognition in use, then those of templates that may still be stored. */
export function listRecognitions(packs: EnginePacks, falseMatchRate: number): Recognition[] {
  const fromPacks = [packs.recognition, packs.beside?.pack, ...(packs.otherRecognition ?? [])]
    .filter((pack) => pack !== undefined)
    .map((pack) => createPackRecognition(pack, falseMatchRate));
  const earlier = createEarlierRecognition(falseMatchRate);
  const isDefaultUsed = packs.recognition === undefined && packs.usesEarlierRecognition !== true;
  const ofPackage = isDefaultUsed || hasPackagedNetworks() ? [createDefaultRecognition(falseMatchRate)] : [];
  const fused = packs.beside && [createFusedRecognition(packs.beside, falseMatchRate)];
  if (isDefaultUsed) return [...(fused ?? []), ...ofPackage, ...fromPacks, earlier];
  if (packs.recognition !== undefined) return [...fromPacks, ...ofPackage, earlier];
  return [earlier, ...fromPacks, ...ofPackage];
}
