import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPack } from './check-pack.ts';
import { PackError } from './errors.ts';
import { manifestFileName, type PackManifest, packId } from './pack-manifest.ts';
import { listInstalledPacks, readManifest } from './packs-folder.ts';

/**
 * Copies a folder with a manifest among the packs, checked first. Installing the same pack again changes nothing.
 *
 * Rejects with `pack_manifest_invalid`, `pack_file_changed`, `pack_network_unfit`, and `pack_exists` for another
 * pack of the same name and version.
 */
export async function addPack(
  directory: string,
  source: string,
): Promise<{ readonly id: string; readonly manifest: PackManifest; readonly isNew: boolean }> {
  return await installPack(directory, await readManifest(source), (name, to) =>
    copyFile(join(source, name), to),
  );
}

/** Installs a pack whose files `place` brings to their places in a folder of its own, renamed once all is well. */
export async function installPack(
  directory: string,
  manifest: PackManifest,
  place: (name: string, to: string) => Promise<unknown>,
): Promise<{ readonly id: string; readonly manifest: PackManifest; readonly isNew: boolean }> {
  const id = packId(manifest);
  const present = (await listInstalledPacks(directory)).find((pack) => pack.id === id);
  if (present !== undefined) {
    if (!isSamePack(present.manifest, manifest)) throw new PackError('pack_exists', { detail: id });
    await checkPack(present.directory, present.manifest);
    return { id, manifest: present.manifest, isNew: false };
  }
  await mkdir(directory, { recursive: true });
  const fresh = join(directory, `.new-${randomUUID()}`);
  await mkdir(fresh);
  try {
    for (const { name } of manifest.files) {
      await place(name, join(fresh, name)).catch((cause: unknown) => {
        if (cause instanceof PackError) throw cause;
        throw new PackError('pack_file_changed', { detail: `${name} cannot be read.`, cause });
      });
    }
    await writeFile(join(fresh, manifestFileName), `${JSON.stringify(manifest, null, 2)}\n`);
    await checkPack(fresh, manifest);
    await rename(fresh, join(directory, id));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return { id, manifest, isNew: true };
}

/** What the networks are and how they are used; words may differ. */
function isSamePack(a: PackManifest, b: PackManifest): boolean {
  const essence = ({ role, files, input, output, ...rest }: PackManifest) =>
    JSON.stringify([
      role,
      files.map(({ sha256, cropScale }) => [sha256, cropScale]),
      input,
      output,
      'alignment' in rest ? rest.alignment : undefined,
    ]);
  return essence(a) === essence(b);
}
