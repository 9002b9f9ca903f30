import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { checkNetworks } from '../check-networks.ts';
import { PackError } from './errors.ts';
import { manifestFileName, type PackManifest, packId } from './pack-manifest.ts';
import {
  getInstalledPack,
  listInstalledPacks,
  lockChoice,
  readChoice,
  readManifest,
  verifyFiles,
} from './packs-folder.ts';
import { toNetworksToCheck } from './to-engine-pack.ts';

export type InstalledOutcome = {
  readonly id: string;
  readonly manifest: PackManifest;
  /** `repaired` when it was there, but altered. */
  readonly outcome: 'installed' | 'present' | 'repaired';
};

/**
 * Copies a folder with a manifest among the packs, checked first. Installing the same pack again changes nothing, or
 * repairs it.
 *
 * Rejects with `pack_manifest_invalid`, `pack_file_changed`, `pack_network_unfit`, and `pack_exists` for another
 * pack of the same name and version.
 *
 * See docs/decisions/0059.
 */
export async function addPack(directory: string, source: string): Promise<InstalledOutcome> {
  return await installPack(directory, await readManifest(source), (name, to) =>
    copyFile(join(source, name), to),
  );
}

/**
 * Installs a pack. `place` puts its files into a temporary folder, which is renamed when every file is intact. For an
 * installed but altered pack, intact files replace the installed files one by one; its calibration stays.
 */
export async function installPack(
  directory: string,
  manifest: PackManifest,
  place: (name: string, to: string) => Promise<unknown>,
): Promise<InstalledOutcome> {
  const id = packId(manifest);
  const target = join(directory, id);
  const present = (await listInstalledPacks(directory)).find((pack) => pack.id === id);
  if (present !== undefined) {
    if (!isSamePack(present.manifest, manifest)) throw new PackError('pack_exists', { detail: id });
    const isSound = await checkPack(present.directory, present.manifest).then(
      () => true,
      (error: unknown) => {
        if (error instanceof PackError && error.code === 'pack_file_changed') return false;
        throw error;
      },
    );
    if (isSound) return { id, manifest: present.manifest, outcome: 'present' };
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
    const isThere = present !== undefined || (await isFolder(target));
    if (!isThere) {
      await rename(fresh, target);
      return { id, manifest, outcome: 'installed' };
    }
    const folder = present?.directory ?? target;
    for (const name of [...manifest.files.map((file) => file.name), manifestFileName]) {
      await rename(join(fresh, name), join(folder, name));
    }
    return { id, manifest, outcome: 'repaired' };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** True if both have the same networks, used the same way; words may differ. */
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

/**
 * Removes an installed pack with its learnt calibration. Templates that it made are made again from the photos, also by
 * servers that run; see docs/guides/model-packs.md.
 *
 * Rejects with `pack_not_found`, and `pack_in_use` for a pack that a role uses.
 */
export async function removePack(directory: string, name: string): Promise<{ readonly id: string }> {
  const pack = await getInstalledPack(directory, name);
  using _lock = await lockChoice(directory);
  if (Object.values(await readChoice(directory)).includes(pack.id)) {
    throw new PackError('pack_in_use', { detail: `${pack.id} is used for ${pack.manifest.role}.` });
  }
  // Out of sight at once, whole: a folder with half of its files would look like an altered pack.
  const gone = join(directory, `.removed-${pack.id}-${process.pid}`);
  await rename(pack.directory, gone);
  await rm(gone, { recursive: true, force: true });
  return { id: pack.id };
}

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
