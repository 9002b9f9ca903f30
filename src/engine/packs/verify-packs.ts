import { AppError } from '../../platform/errors.ts';
import { checkNetworks } from '../check-networks.ts';
import { PackError } from './errors.ts';
import type { PackManifest } from './pack-manifest.ts';
import { getInstalledPack, listInstalledPacks, verifyFiles } from './packs-folder.ts';
import { toNetworksToCheck } from './to-engine-pack.ts';

export type PackVerdict = {
  readonly id: string;
  readonly isSound: boolean;
  /** Code and words of what is wrong. */
  readonly problem?: { readonly code: string; readonly detail: string };
};

/** Checks installed packs, one or all of them: files by their hashes, networks by running them. */
export async function verifyPacks(directory: string, name?: string): Promise<PackVerdict[]> {
  const packs =
    name === undefined ? await listInstalledPacks(directory) : [await getInstalledPack(directory, name)];
  const verdicts: PackVerdict[] = [];
  for (const pack of packs) {
    try {
      await checkPack(pack.directory, pack.manifest);
      verdicts.push({ id: pack.id, isSound: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      verdicts.push({
        id: pack.id,
        isSound: false,
        problem: { code: error.code, detail: error.detail ?? error.title },
      });
    }
  }
  return verdicts;
}

/**
 * Checks a pack against its manifest: the files by their hashes, then the networks by running them. Rejects with
 * `pack_file_changed`, `pack_network_unfit` and `pack_manifest_invalid`.
 */
export async function checkPack(directory: string, manifest: PackManifest): Promise<void> {
  const networks = toNetworksToCheck(directory, manifest);
  await verifyFiles(directory, manifest);
  const problem = await checkNetworks(networks);
  if (problem !== undefined) throw new PackError('pack_network_unfit', { detail: problem });
}
