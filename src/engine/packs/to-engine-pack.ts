import { join } from 'node:path';
import type { NetworksToCheck } from '../check-networks.ts';
import type { DetectorPack, FusedPack, LivenessNetworks, RecognitionPack } from '../engine-packs.ts';
import { defaultFaceTemplates } from '../face-template.ts';
import { fivePoints } from '../locate-landmarks.ts';
import { thresholdAt } from '../recognition.ts';
import { PackError } from './errors.ts';
import { type PackCalibration, type PackManifest, packId, templateModelOf } from './pack-manifest.ts';
import type { InstalledPack } from './packs-folder.ts';

type Of<Role extends PackManifest['role']> = PackManifest & { readonly role: Role };

export function toRecognitionPack(
  directory: string,
  manifest: Of<'recognition'>,
  calibration: PackCalibration,
): RecognitionPack {
  const { input, alignment, output } = manifest;
  const scaled = (place: number) => ((place + 0.5) * input.size) / 112 - 0.5;
  const { usesMirroredCopy = false } = calibration;
  return {
    templateModel: templateModelOf(manifest, usesMirroredCopy),
    file: fileOf(directory, manifest.files[0]),
    input: inputOf(manifest),
    points:
      alignment === 'five-point-112'
        ? fivePoints.map(({ x, y }) => ({ x: scaled(x), y: scaled(y) }))
        : alignment.map(([x, y]) => ({ x, y })),
    values: output.values,
    usesMirroredCopy,
    calibration,
    description: describe(manifest, 'embedding'),
  };
}

export function toDetectorPack(directory: string, manifest: Of<'detector'>): DetectorPack {
  return {
    file: fileOf(directory, manifest.files[0]),
    input: inputOf(manifest),
    strides: manifest.output.strides,
    anchorsPerCell: manifest.output.anchorsPerCell,
    certainty: manifest.output.certainty,
    description: describe(manifest, 'detector'),
  };
}

export function toLivenessNetworks(directory: string, manifest: Of<'liveness'>): LivenessNetworks {
  const { classes, liveClass, threshold } = manifest.output;
  return {
    engine: packId(manifest),
    networks: manifest.files.map((file) => {
      if (file.cropScale === undefined) {
        throw new PackError('pack_manifest_invalid', { detail: `${file.name} needs a cropScale.` });
      }
      return { file: fileOf(directory, file), cropScale: file.cropScale };
    }),
    input: inputOf(manifest),
    classes,
    liveClass,
    threshold,
    descriptions: [describe(manifest, 'liveness')],
  };
}

/** The tasks of the networks in a folder, by its manifest. */
export function toNetworksToCheck(directory: string, manifest: PackManifest): NetworksToCheck {
  switch (manifest.role) {
    case 'recognition': {
      const file = fileOf(directory, manifest.files[0]);
      return { role: 'recognition', file, input: inputOf(manifest), values: manifest.output.values };
    }
    case 'detector':
      return { role: 'detector', ...toDetectorPack(directory, manifest) };
    case 'liveness':
      return { role: 'liveness', ...toLivenessNetworks(directory, manifest) };
  }
}

function inputOf({ input }: PackManifest): RecognitionPack['input'] {
  const [m0, m1, m2] = input.mean;
  const [s0, s1, s2] = input.std;
  return {
    size: input.size,
    scaling: {
      planes: input.colourOrder === 'rgb' ? [0, 1, 2] : [2, 1, 0],
      scale: [1 / s0, 1 / s1, 1 / s2],
      offset: [-m0 / s0, -m1 / s1, -m2 / s2],
    },
  };
}

function fileOf(
  directory: string,
  file: PackManifest['files'][number] | undefined,
): { path: string; sha256: string } {
  if (file === undefined) throw new PackError('pack_manifest_invalid', { detail: 'A file is missing.' });
  return { path: join(directory, file.name), sha256: file.sha256 };
}

function describe(manifest: PackManifest, role: 'embedding' | 'detector' | 'liveness') {
  const { name, version, licence } = manifest;
  return { role, name, version, licence };
}

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
