import { PackError } from './errors.ts';
import { checkPack } from './install-pack.ts';
import type { PackRole } from './pack-manifest.ts';
import {
  getInstalledPack,
  type InstalledPack,
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
): Promise<{ readonly role: PackRole; readonly id: string; readonly choice: PackChoice }> {
  const choice = await readChoice(directory);
  const packaged = Object.entries(packagedNames).find(([, one]) => one === name)?.[0] as PackRole | undefined;
  if (packaged !== undefined) {
    const { [packaged]: _, ...rest } = choice;
    const others = packaged === 'recognition' ? withoutBeside(rest) : rest;
    // Written down for liveness: without a choice, files dropped into the folder are used.
    const kept = packaged === 'liveness' ? { ...others, liveness: packagedNames.liveness } : others;
    await writeChoice(directory, kept);
    return { role: packaged, id: name, choice: kept };
  }
  const pack = await getInstalledPack(directory, name);
  const { manifest } = pack;
  if (manifest.role === 'recognition') {
    recognitionOf(pack, falseMatchRate);
    if (besideDefault) refuseUseless(pack, falseMatchRate);
  } else if (besideDefault) {
    throw new PackError('pack_not_found', { detail: `${pack.id} is not a recognition pack.` });
  }
  await checkPack(pack.directory, manifest);
  const changed = chooseFor(
    manifest.role === 'recognition' ? withoutBeside(choice) : choice,
    pack.id,
    manifest.role,
    besideDefault,
  );
  await writeChoice(directory, changed);
  return { role: manifest.role, id: pack.id, choice: changed };
}

/** A network whose scores count nothing would only cost time. */
function refuseUseless(pack: InstalledPack, falseMatchRate: number): void {
  const { shares } = fusedOf(pack, falseMatchRate);
  if (shares.default > 0 && shares.pack > 0) return;
  throw new PackError('pack_adds_nothing', { detail: pack.id });
}

function chooseFor(choice: PackChoice, id: string, role: PackRole, besideDefault: boolean): PackChoice {
  if (!besideDefault) return { ...choice, [role]: id };
  const { recognition: _, ...others } = choice;
  return { ...others, besideDefault: id };
}

function withoutBeside({ besideDefault: _, ...choice }: PackChoice): PackChoice {
  return choice;
}
