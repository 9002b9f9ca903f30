import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import { addAttempt, type CountedAttempt, createSums } from './attempt-sums.ts';
import {
  addToSums,
  changeUnsummedBefore,
  listAttemptsBefore,
  lockSumProgress,
  type SumsOfCell,
  takeListedAttempts,
} from './attempt-sums-store.ts';
import { levelsAt, momentOf } from './period-parts.ts';

export type SumAttemptsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  /** 5,000 unless a test says otherwise. */
  readonly attemptsPerTransaction?: number;
};

/** An attempt that an older version stored is stored so long after the moment in its identifier at the most. */
const latestMs = 3_600_000;

/**
 * Adds listed attempts to the sums, then those of before there were sums, the newest first. Each transaction takes some
 * attempts from the list, or moves the limit below them, and adds them: an attempt counts once, wherever a run ends.
 *
 * See docs/decisions/0161.
 */
export async function sumAttempts(
  { db, clock, attemptsPerTransaction = 5_000 }: SumAttemptsDeps,
  job: Pick<Job, 'signal' | 'holdIn'>,
): Promise<JobOutcome> {
  for (;;) {
    if (job.signal.aborted) return { outcome: 'skipped', reason: 'out of time; the next one goes on' };
    const summed = await db.transaction().execute(async (tx) => {
      if (!(await job.holdIn(tx))) return 0;
      const progress = await lockSumProgress(tx);
      if (progress === undefined) return 0;
      const { taken, attempts } = await takeListedAttempts(tx, attemptsPerTransaction);
      await addToSums(tx, cellsOf(attempts));
      if (taken > 0) return taken;
      const { listedFrom, unsummedBefore } = progress;
      if (unsummedBefore === '' || momentOf(listedFrom) + latestMs > clock.now().getTime()) return 0;
      return await sumBefore(tx, unsummedBefore, attemptsPerTransaction);
    });
    if (summed === 0) return { outcome: 'done' };
  }
}

async function sumBefore(tx: Tx, id: string, limit: number): Promise<number> {
  const attempts = await listAttemptsBefore(tx, id, limit);
  await addToSums(tx, cellsOf(attempts));
  await changeUnsummedBefore(tx, attempts.at(-1)?.id ?? '');
  return attempts.length;
}

function cellsOf(attempts: readonly CountedAttempt[]): readonly SumsOfCell[] {
  const cells = new Map<string, SumsOfCell>();
  for (const attempt of attempts) {
    const { templateModel } = attempt;
    for (const [level, startsAt] of levelsAt(momentOf(attempt.id))) {
      for (const clientId of ['', attempt.clientId]) {
        const key = JSON.stringify([clientId, level, startsAt, templateModel]);
        const cell = cells.get(key) ?? { level, startsAt, clientId, templateModel, sums: createSums() };
        addAttempt(cell.sums, attempt);
        cells.set(key, cell);
      }
    }
  }
  return [...cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}
