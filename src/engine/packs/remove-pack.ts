import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PackError } from './errors.ts';
import { getInstalledPack, readChoice } from './packs-folder.ts';

/**
 * Removes an installed pack with its learnt calibration. Servers that run keep it in memory until they end. Templates
 * that it made are made again from the photos; see docs/guides/model-packs.md.
 *
 * Rejects with `pack_not_found`, and `pack_in_use` for a pack that a role uses.
 */
export async function removePack(directory: string, name: string): Promise<{ readonly id: string }> {
  const pack = await getInstalledPack(directory, name);
  if (Object.values(await readChoice(directory)).includes(pack.id)) {
    throw new PackError('pack_in_use', { detail: `${pack.id} is used for ${pack.manifest.role}.` });
  }
  // Out of sight at once, whole: a folder with half of its files would look like an altered pack.
  const gone = join(directory, `.removed-${pack.id}-${process.pid}`);
  await rename(pack.directory, gone);
  await rm(gone, { recursive: true, force: true });
  return { id: pack.id };
}
