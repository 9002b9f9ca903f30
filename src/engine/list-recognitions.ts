import type { EnginePacks } from './engine-packs.ts';
import { hasPackagedNetworks } from './packaged-networks.ts';
import {
  createDefaultRecognition,
  createFusedRecognition,
  createPackRecognition,
  type Recognition,
} from './recognition.ts';

/** The recognition in use, then those of templates that may still be stored. */
export function listRecognitions(packs: EnginePacks, falseMatchRate: number): Recognition[] {
  const fromPacks = [packs.recognition, packs.beside?.pack, ...(packs.otherRecognition ?? [])]
    .filter((pack) => pack !== undefined)
    .map((pack) => createPackRecognition(pack, falseMatchRate));
  const isThere = packs.recognition === undefined || hasPackagedNetworks();
  const ofPackage = isThere ? [createDefaultRecognition(falseMatchRate)] : [];
  if (packs.recognition !== undefined) return [...fromPacks, ...ofPackage];
  const fused = packs.beside === undefined ? [] : [createFusedRecognition(packs.beside, falseMatchRate)];
  return [...fused, ...ofPackage, ...fromPacks];
}
