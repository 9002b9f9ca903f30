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
  const isThere = isDefaultUsed || hasPackagedNetworks();
  const ofPackage = isThere ? [createDefaultRecognition(falseMatchRate)] : [];
  const inEightBits = isThere ? [createDefaultRecognition(falseMatchRate, 'eight-bits')] : [];
  const fused = packs.beside && [createFusedRecognition(packs.beside, falseMatchRate)];
  if (packs.recognition !== undefined) return [...fromPacks, ...ofPackage, earlier, ...inEightBits];
  if (!isDefaultUsed) return [earlier, ...fromPacks, ...ofPackage, ...inEightBits];
  if (packs.eightBits?.recognition === true && fused === undefined) {
    return [...inEightBits, ...ofPackage, ...fromPacks, earlier];
  }
  return [...(fused ?? []), ...ofPackage, ...fromPacks, earlier, ...inEightBits];
}
