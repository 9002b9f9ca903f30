import { listPhotosOfPeople } from '../list-photos-of-people.ts';
import { PackError } from './errors.ts';
import { measureScores, uncalibratedPack } from './measure-scores.ts';
import type { PackCalibration } from './pack-manifest.ts';
import { getInstalledPack, saveCalibration } from './packs-folder.ts';
import { calibrationOf } from './score-histogram.ts';
import { suggestScaling } from './suggest-scaling.ts';

export type CalibratePackOptions = {
  readonly directory: string;
  readonly dataDir: string;
  /** A folder for each person, or files named by the person, an underscore and a number. */
  readonly images: string;
  readonly workers?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
};

export type CalibratedPack = {
  readonly id: string;
  readonly photos: number;
  readonly people: number;
  /** Photos in which no face could be used. */
  readonly refused: number;
  readonly calibration: PackCalibration;
  /** The share of pairs of one person that do not match at each rate of the table. */
  readonly missed: readonly { readonly falseMatchRate: number; readonly share: number }[];
};

/** Nobody has to be scored against more than that many others. */
const mostPhotos = 10_000;
/** A network that misses more pairs of one person at a false match rate of 1e-2 is fed or trained wrongly. */
const mostMissed = 0.3;

/**
 * Learns the calibration table of an installed recognition pack from photos of many people, all pairs of them, and
 * keeps it beside the pack. A rate stands in the table only when at least ten pairs of different people reached its
 * score. The photos should show the people the service is for.
 *
 * Rejects with `pack_not_found` and `pack_calibration_too_small`, and with `pack_calibration_implausible` for a table
 * that no working network gives. Then other ways to feed the network are tried on some of the photos, and the best is
 * named.
 */
export async function calibratePack(name: string, options: CalibratePackOptions): Promise<CalibratedPack> {
  const pack = await getInstalledPack(options.directory, name);
  const { manifest } = pack;
  if (manifest.role !== 'recognition') {
    throw new PackError('pack_not_found', { detail: `${pack.id} is not a recognition pack.` });
  }
  const found = await listPhotosOfPeople(options.images).catch((cause: unknown) => {
    throw new PackError('pack_calibration_too_small', { detail: 'The folder cannot be read.', cause });
  });
  const files = found.slice(0, mostPhotos);
  const measured = await measureScores(uncalibratedPack(pack.directory, manifest), files, options);
  const calibration = calibrationOf(measured.scores, measured.photos);
  const missed = calibration.falseMatchRates.map(({ falseMatchRate, score }) => ({
    falseMatchRate,
    share: measured.scores.genuine.shareUnder(score),
  }));
  const worst = missed.find(({ falseMatchRate }) => falseMatchRate === 1e-2)?.share ?? 0;
  if (worst > mostMissed) {
    const better = await suggestScaling(pack.directory, manifest, files, options);
    throw new PackError('pack_calibration_implausible', {
      detail: `${percent(worst)} of pairs of one person do not match at a false match rate of 1e-2. ${better}`,
    });
  }
  await saveCalibration(pack, calibration);
  const { photos, people, refused } = measured;
  return { id: pack.id, photos, people, refused, calibration, missed };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
