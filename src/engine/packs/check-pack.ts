import { checkNetworks } from '../check-networks.ts';
import { PackError } from './errors.ts';
import type { PackManifest } from './pack-manifest.ts';
import { verifyFiles } from './packs-folder.ts';
import { toNetworksToCheck } from './to-engine-pack.ts';

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
