import { PackError } from './errors.ts';
import { checkPack } from './install-pack.ts';
import { type PackRole, packRoles } from './pack-manifest.ts';
import {
  getInstalledPack,
  type InstalledPack,
  lockChoice,
  type PackChoice,
  readChoice,
  writeChoice,
} from './packs-folder.ts';
import { fusedOf, recognitionOf } from './to-engine-pack.ts';

/** The names of the npm packages' networks in each role. */
export const packagedNames: Readonly<Record<PackRole, string>> = {
  recognition: 'packaged-recognition',
  detector: 'packaged-detector',
  liveness: 'packaged-liveness',
};

/** True for the names that select networks of the npm packages. */
export function isOfPackages(name: string): boolean {
  return Object.values(packagedNames).includes(name);
}

/**
 * Records the pack of a role. One of `packagedNames` selects the packaged network again. `besideDefault` uses a
 * recognition pack together with the default network. Servers use the choice from their next start. Existing templates
 * stay comparable: see docs/guides/model-packs.md.
 *
 * Rejects with `pack_not_found`, what `checkPack` rejects with, `pack_not_calibrated`, `pack_not_fused`,
 * `pack_adds_nothing` and `pack_rate_not_calibrated`.
 */
export async function usePack(
  directory: string,
  name: string,
  falseMatchRate: number,
  { besideDefault = false } = {},
): Promise<{ readonly role: PackRole; readonly id: string }> {
  const packaged = packRoles.find((role) => packagedNames[role] === name);
  if (packaged !== undefined) {
    if (besideDefault)
      throw new PackError('pack_not_found', { detail: `${name} is not a recognition pack.` });
    // Written down for liveness: without a choice, files dropped into the folder are used.
    await choose(directory, packaged, packaged === 'liveness' ? { liveness: name } : {});
    return { role: packaged, id: name };
  }
  const pack = await getInstalledPack(directory, name);
  const { id, manifest } = pack;
  if (manifest.role === 'recognition') {
    recognitionOf(pack, falseMatchRate);
    if (besideDefault) refuseUseless(pack, falseMatchRate);
  } else if (besideDefault) {
    throw new PackError('pack_not_found', { detail: `${id} is not a recognition pack.` });
  }
  await checkPack(pack.directory, manifest);
  await choose(directory, manifest.role, besideDefault ? { besideDefault: id } : { [manifest.role]: id });
  return { role: manifest.role, id };
}

/** A network whose scores count nothing would only cost time. */
function refuseUseless(pack: InstalledPack, falseMatchRate: number): void {
  const { shares } = fusedOf(pack, falseMatchRate);
  if (shares.default > 0 && shares.pack > 0) return;
  throw new PackError('pack_adds_nothing', { detail: pack.id });
}

/** Records what a role uses in the place of what it used. Rejects with `pack_not_found` for a pack removed meanwhile. */
async function choose(directory: string, role: PackRole, chosen: PackChoice): Promise<void> {
  using _lock = await lockChoice(directory);
  for (const id of Object.values(chosen)) if (!isOfPackages(id)) await getInstalledPack(directory, id);
  const { [role]: _, besideDefault, ...others } = await readChoice(directory);
  const kept = role === 'recognition' || besideDefault === undefined ? {} : { besideDefault };
  await writeChoice(directory, { ...others, ...kept, ...chosen });
}
