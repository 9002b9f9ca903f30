import { AppError } from '../../platform/errors.ts';
import { listPhotosOfPeople } from '../list-photos-of-people.ts';
import { calibratePack } from './calibrate-pack.ts';
import { PackError } from './errors.ts';
import { measureScores } from './measure-scores.ts';
import { type PackManifest, packId } from './pack-manifest.ts';
import { publishedPacks } from './published-packs.ts';
import { type PullPackOptions, pullPack } from './pull-pack.ts';
import { usePack } from './use-pack.ts';

export type SetUpPacksOptions = Pick<PullPackOptions, 'directory' | 'baseUrl' | 'onProgress' | 'signal'> & {
  readonly dataDir: string;
  readonly falseMatchRate: number;
  /** Photos of many people. Without them no recognition pack is calibrated, and none is used. */
  readonly images?: string | undefined;
  readonly workers?: number;
  readonly published?: readonly PackManifest[];
};

/** The outcome for one pack. */
export type SetUpStep = {
  readonly id: string;
  readonly role: PackManifest['role'];
  readonly licence: string;
  readonly outcome: 'turned-on' | 'kept-off' | 'failed';
  readonly reason: string;
};

/** Licences of weights that allow commercial use without asking anybody. */
const freeLicences = ['Apache-2.0', 'MIT', 'BSD-3-Clause'];
/** The rate that a recognition pack is held against the default network at. */
const comparedRate = 1e-3;

/**
 * Downloads the published packs with a licence for commercial use and activates the better ones: a liveness pack
 * always, a recognition pack when it misses fewer pairs of one person than the default network on the given photos. A
 * failed pack does not affect the others. Servers use the packs from their next start.
 */
export async function setUpPacks(options: SetUpPacksOptions): Promise<readonly SetUpStep[]> {
  const steps: SetUpStep[] = [];
  for (const manifest of options.published ?? publishedPacks) {
    if (!freeLicences.includes(manifest.licence)) continue;
    const { role, licence } = manifest;
    const id = packId(manifest);
    try {
      steps.push({ id, role, licence, ...(await setUpPack(id, manifest, options)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      steps.push({
        id,
        role,
        licence,
        outcome: 'failed',
        reason: `${error.code}: ${error.detail ?? error.title}`,
      });
    }
  }
  return steps;
}

async function setUpPack(
  id: string,
  manifest: PackManifest,
  options: SetUpPacksOptions,
): Promise<Pick<SetUpStep, 'outcome' | 'reason'>> {
  const { directory, images } = options;
  if (manifest.role === 'recognition' && manifest.calibration === undefined && images === undefined) {
    return { outcome: 'kept-off', reason: 'its table has to be learnt from photos: give --images' };
  }
  await pullPack(id, { ...options, acceptLicence: () => true });
  if (manifest.role !== 'recognition' || images === undefined) {
    await usePack(directory, id, options.falseMatchRate);
    return { outcome: 'turned-on', reason: `${manifest.role} from the next start of each server` };
  }
  const { missed } = await calibratePack(id, { ...options, images, onProgress: () => {} });
  const own = missed.find(({ falseMatchRate }) => falseMatchRate === comparedRate)?.share;
  const usual = await missedByDefault(options, images);
  if (own === undefined)
    throw new PackError('pack_calibration_too_small', { detail: 'Too few pairs for 1e-3.' });
  const words = `it misses ${percent(own)} of pairs of one person at 1e-3, the default network ${percent(usual)}`;
  if (own >= usual) return { outcome: 'kept-off', reason: words };
  await usePack(directory, id, options.falseMatchRate);
  return { outcome: 'turned-on', reason: words };
}

async function missedByDefault(options: SetUpPacksOptions, images: string): Promise<number> {
  const { scores } = await measureScores(undefined, await listPhotosOfPeople(images), {
    dataDir: options.dataDir,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return scores.genuine.shareUnder(scores.impostor.scoreReachedBy(comparedRate * scores.impostor.total));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
