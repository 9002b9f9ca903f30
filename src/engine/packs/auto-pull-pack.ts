import type { PackManifest } from './pack-manifest.ts';
import { readChoice } from './packs-folder.ts';
import { pullAndUsePack } from './pull-and-use-pack.ts';
import type { PullPackOptions } from './pull-pack.ts';

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
