import { thresholdAt } from '../recognition.ts';
import { checkPack } from './check-pack.ts';
import { PackError } from './errors.ts';
import type { PackRole } from './pack-manifest.ts';
import { getInstalledPack, type PackChoice, readChoice, writeChoice } from './packs-folder.ts';

/** The names of the npm packages' networks in each role. */
export const packagedNames: Readonly<Record<PackRole, string>> = {
  recognition: 'packaged-recognition',
  detector: 'packaged-detector',
  liveness: 'packaged-liveness',
};

/** The two networks of the previous default, for operators who cannot use the newer package. */
export const earlierRecognition = 'earlier-recognition';

/**
 * Records the pack of a role. One of `packagedNames` selects the packaged network again, `earlierRecognition` the
 * packaged recognition networks of earlier versions. Servers use the choice from their next start. Existing templates
 * stay comparable: see docs/guides/model-packs.md.
 *
 * Rejects with `pack_not_found`, what `checkPack` rejects with, `pack_not_calibrated` and `pack_rate_not_calibrated`.
 */
export async function usePack(
  directory: string,
  name: string,
  falseMatchRate: number,
): Promise<{ readonly role: PackRole; readonly id: string; readonly choice: PackChoice }> {
  const choice = await readChoice(directory);
  const packaged = Object.entries(packagedNames).find(([, one]) => one === name)?.[0] as PackRole | undefined;
  if (packaged !== undefined) {
    const { [packaged]: _, ...others } = choice;
    // Written down for liveness: without a choice, files dropped into the folder are used.
    const kept = packaged === 'liveness' ? { ...others, liveness: packagedNames.liveness } : others;
    await writeChoice(directory, kept);
    return { role: packaged, id: name, choice: kept };
  }
  if (name === earlierRecognition) {
    const changed = { ...choice, recognition: name };
    await writeChoice(directory, changed);
    return { role: 'recognition', id: name, choice: changed };
  }
  const pack = await getInstalledPack(directory, name);
  const { manifest, calibration } = pack;
  if (manifest.role === 'recognition') {
    if (calibration === undefined) throw new PackError('pack_not_calibrated', { detail: pack.id });
    refuseRateOutside(calibration, falseMatchRate);
  }
  await checkPack(pack.directory, manifest);
  const changed = { ...choice, [manifest.role]: pack.id };
  await writeChoice(directory, changed);
  return { role: manifest.role, id: pack.id, choice: changed };
}

/** Throws `pack_rate_not_calibrated` with the range that the table covers. */
export function refuseRateOutside(
  calibration: Parameters<typeof thresholdAt>[0],
  falseMatchRate: number,
): void {
  try {
    thresholdAt(calibration, falseMatchRate);
  } catch (cause) {
    const detail = cause instanceof RangeError ? cause.message : String(cause);
    throw new PackError('pack_rate_not_calibrated', { detail, cause });
  }
}
