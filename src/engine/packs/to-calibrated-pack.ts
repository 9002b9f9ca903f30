import { defaultFaceTemplates } from '../encode-face-template.ts';
import type { FusedPack, RecognitionPack } from '../engine-packs.ts';
import { thresholdAt } from '../recognition.ts';
import { PackError } from './errors.ts';
import type { InstalledPack } from './packs-folder.ts';
import { toRecognitionPack } from './to-engine-pack.ts';

/** Throws `pack_not_fused` without a table for these two networks. */
export function fusedOf(pack: InstalledPack, falseMatchRate: number): FusedPack {
  const { fusion } = pack;
  const made = recognitionOf(pack, falseMatchRate);
  if (
    fusion?.packModel !== made.templateModel ||
    fusion.defaultModel !== defaultFaceTemplates.templateModel
  ) {
    throw new PackError('pack_not_fused', { detail: pack.id });
  }
  refuseRateOutside(fusion.calibration, falseMatchRate);
  return { pack: made, shares: fusion.shares, calibration: fusion.calibration };
}

/** Throws `pack_not_calibrated` without a table, and `pack_rate_not_calibrated` for a rate outside of it. */
export function recognitionOf(pack: InstalledPack, falseMatchRate: number): RecognitionPack {
  const { manifest, calibration, directory, id } = pack;
  if (manifest.role !== 'recognition') throw new PackError('pack_not_found', { detail: id });
  if (calibration === undefined) throw new PackError('pack_not_calibrated', { detail: id });
  refuseRateOutside(calibration, falseMatchRate);
  return toRecognitionPack(directory, manifest, calibration);
}

/** Throws `pack_rate_not_calibrated` with the range that the table covers. */
function refuseRateOutside(calibration: Parameters<typeof thresholdAt>[0], falseMatchRate: number): void {
  try {
    thresholdAt(calibration, falseMatchRate);
  } catch (cause) {
    const detail = cause instanceof RangeError ? cause.message : String(cause);
    throw new PackError('pack_rate_not_calibrated', { detail, cause });
  }
}
