import { miniFasNetEngine } from '../liveness/open-assessor.ts';
import { PackError } from './errors.ts';
import { type PackManifest, type PackRole, packId, packRoles } from './pack-manifest.ts';
import { getInstalledPack, type InstalledPack, listInstalledPacks, readChoice } from './packs-folder.ts';
import { publishedPacks } from './published-packs.ts';
import { findPublishedPack } from './pull-pack.ts';
import { packagedNames } from './use-pack.ts';

/** One line of the list of packs. */
export type PackSummary = {
  /** Name and version; for the packaged networks one of `packagedNames`. */
  readonly id: string;
  readonly role: PackRole;
  readonly licence: string;
  readonly state: 'packaged' | 'installed' | 'dropped' | 'published';
  /** True if the next start of a server uses it. */
  readonly inUse: boolean;
  /** The networks that make each template, or judge liveness, together with it. */
  readonly togetherWith?: string;
  /** Why it cannot be used yet. */
  readonly lacks?: 'calibration';
};

/**
 * The packaged networks, the installed packs, and the published packs that are not installed. `droppedLiveness`: the
 * engine whose files lie in the folder of models, used while nothing is chosen for liveness.
 */
export async function listPacks(
  directory: string,
  onProblem?: (problem: string) => void,
  droppedLiveness?: string,
): Promise<PackSummary[]> {
  const choice = await readChoice(directory);
  const installed = await listInstalledPacks(directory, onProblem);
  const packaged = packRoles.map(
    (role): PackSummary => ({
      id: packagedNames[role],
      role,
      licence: 'MIT',
      state: 'packaged',
      inUse: choice[role] === undefined || choice[role] === packagedNames[role],
      ...(role === 'recognition' && choice.besideDefault !== undefined
        ? { togetherWith: choice.besideDefault }
        : {}),
    }),
  );
  const present = installed.map(
    ({ id, manifest, calibration }): PackSummary => ({
      id,
      role: manifest.role,
      licence: manifest.licence,
      state: 'installed',
      inUse: Object.values(choice).includes(id),
      ...(choice.besideDefault === id ? { togetherWith: packagedNames.recognition } : {}),
      ...(manifest.role === 'recognition' && calibration === undefined ? { lacks: 'calibration' } : {}),
    }),
  );
  const absent = publishedPacks
    .filter((manifest) => !installed.some(({ id }) => id === packId(manifest)))
    .map(
      (manifest): PackSummary => ({
        id: packId(manifest),
        role: manifest.role,
        licence: manifest.licence,
        state: 'published',
        inUse: false,
      }),
    );
  const listed = [...packaged, ...present, ...absent];
  if ((choice.liveness ?? droppedLiveness) !== miniFasNetEngine) return listed;
  const together = { [packagedNames.liveness]: miniFasNetEngine, [miniFasNetEngine]: packagedNames.liveness };
  return listed.map((pack) => {
    const togetherWith = together[pack.id];
    if (togetherWith === undefined) return pack;
    const state = pack.state === 'published' ? 'dropped' : pack.state;
    return { ...pack, state, inUse: true, togetherWith };
  });
}

/** Everything that is known of a pack: installed, or else published. Rejects with `pack_not_found`. */
export async function describePack(
  directory: string,
  name: string,
): Promise<{
  readonly manifest: PackManifest;
  readonly installed: InstalledPack | undefined;
  readonly inUse: boolean;
}> {
  const installed = await getInstalledPack(directory, name).catch((error: unknown) => {
    if (error instanceof PackError && error.code === 'pack_not_found') return undefined;
    throw error;
  });
  const manifest = installed?.manifest ?? findPublishedPack(name);
  if (manifest === undefined) throw new PackError('pack_not_found', { detail: name });
  const choice = await readChoice(directory);
  return {
    manifest,
    installed,
    inUse: installed !== undefined && Object.values(choice).includes(installed.id),
  };
}
