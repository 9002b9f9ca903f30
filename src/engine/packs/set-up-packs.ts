import { AppError } from '../../platform/errors.ts';
import { type CalibratedPack, calibratePack, type MissedPairs } from './calibrate-pack.ts';
import { PackError } from './errors.ts';
import { type PackManifest, packId } from './pack-manifest.ts';
import { readChoice } from './packs-folder.ts';
import { publishedPacks } from './published-packs.ts';
import { type PullPackOptions, pullPack } from './pull-pack.ts';
import { usePack } from './use-pack.ts';

export type SetUpPacksOptions = Pick<PullPackOptions, 'directory' | 'baseUrl' | 'onProgress' | 'signal'> & {
  readonly falseMatchRate: number;
  /** Photos of many people. Without them no recognition pack is calibrated, and none is used. */
  readonly images?: string | undefined;
  readonly workers?: number;
  readonly published?: readonly PackManifest[];
};

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

/** Both networks together take more time for each photo: they must miss a tenth fewer pairs, on people left out. */
const worthTheTime = 0.9;

/**
 * Downloads the published packs with a licence for commercial use and activates the better ones: a liveness pack
 * always, a recognition pack when it misses fewer pairs of one person than the default network on the given photos,
 * together with the default network when both miss clearly fewer. A failed pack does not affect the others. Servers use the packs from their next start.
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
  if (manifest.role !== 'recognition' || images === undefined) {
    await pullAndUsePack(id, options);
    return { outcome: 'turned-on', reason: `${manifest.role} from the next start of each server` };
  }
  await pullPack(id, { ...options, acceptLicence: () => true });
  const learnt = await calibratePack(id, { ...options, images, onProgress: () => {} });
  const atRate = (missed: MissedPairs | undefined) =>
    missed?.find(({ falseMatchRate }) => falseMatchRate === comparedRate)?.share;
  const [own, usual] = [atRate(learnt.missed), atRate(learnt.missedByDefault)];
  if (own === undefined)
    throw new PackError('pack_calibration_too_small', { detail: 'Too few pairs for 1e-3.' });
  const besideDefault = isWorthTheTime(learnt);
  const words = `it misses ${percent(own)} of pairs of one person at 1e-3${usual === undefined ? '' : `, the default network ${percent(usual)}`}${leftOutWords(learnt)}`;
  if (!besideDefault && usual !== undefined && own >= usual) return { outcome: 'kept-off', reason: words };
  await usePack(directory, id, options.falseMatchRate, { besideDefault });
  return {
    outcome: 'turned-on',
    reason: `${besideDefault ? 'together with the default network; ' : ''}${words}`,
  };
}

/** True when both networks together miss clearly fewer pairs than either alone. */
function isWorthTheTime({ fusion }: CalibratedPack): boolean {
  const row = leftOutRow(fusion);
  if (row === undefined) return false;
  const alone = Math.min(row.missedByDefault.mean, row.missedByPack.mean);
  return row.missed.mean < worthTheTime * alone;
}

function leftOutWords({ fusion }: CalibratedPack): string {
  const row = leftOutRow(fusion);
  if (row === undefined) return '';
  return `; on people left out both together ${percent(row.missed.mean)}, the default network ${percent(row.missedByDefault.mean)}`;
}

function leftOutRow(fusion: CalibratedPack['fusion']) {
  return fusion?.leftOut.find(({ falseMatchRate }) => falseMatchRate === comparedRate);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/**
 * Fetches a published pack by its pinned hashes and puts it to use from the next start of each server. The caller has
 * accepted its licence. Rejects as `pullPack` and `usePack` do.
 */
async function pullAndUsePack(
  name: string,
  options: Omit<PullPackOptions, 'acceptLicence'> & { readonly falseMatchRate: number },
): Promise<void> {
  const { falseMatchRate, ...pulling } = options;
  const { id } = await pullPack(name, { ...pulling, acceptLicence: () => true });
  await usePack(options.directory, id, falseMatchRate);
}

/** Time for all files; a service that starts does not wait longer. */
const longestPullMs = 60_000;

/**
 * Fetches a published liveness pack, by its pinned hashes, and puts it to use, unless the operator has chosen a liveness
 * pack before. The operator accepts its licence by naming it. Never rejects: the service starts without the pack, `onProblem`
 * is told why, and the next start tries again.
 */
export async function autoPullPack(
  name: string,
  options: Pick<PullPackOptions, 'directory' | 'baseUrl' | 'attempts' | 'retryWaitMs'> & {
    readonly falseMatchRate: number;
    readonly onProblem: (problem: string) => void;
    readonly published?: readonly PackManifest[];
    readonly timeoutMs?: number;
  },
): Promise<'chosen-before' | 'pulled' | 'missing'> {
  const { onProblem, timeoutMs = longestPullMs, ...pulling } = options;
  try {
    if ((await readChoice(options.directory)).liveness !== undefined) return 'chosen-before';
    await pullAndUsePack(name, { ...pulling, signal: AbortSignal.timeout(timeoutMs) });
    return 'pulled';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onProblem(`The pack ${name} of MODELS_AUTO_PULL is missing, so liveness is judged without it: ${reason}`);
    return 'missing';
  }
}
