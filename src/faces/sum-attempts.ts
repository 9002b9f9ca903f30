import type { Db } from '../platform/db/types.ts';
import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import { addAttempt, type CountedAttempt, createSums, levelsAt, momentOf } from './attempt-sums.ts';
import { addToSums, type SumsOfCell, takeListedAttempts } from './attempt-sums-store.ts';

export type SumAttemptsDeps = {
  readonly db: Db;
  /** 5,000 unless a test says otherwise. */
  readonly attemptsPerTransaction?: number;
};

/**
 * Adds listed attempts to the sums, the oldest first. Each transaction takes some from the list and adds them: an attempt
 * counts once, wherever a run ends.
 *
 * See docs/decisions/0161.
 */
export async function sumAttempts(
  { db, attemptsPerTransaction = 5_000 }: SumAttemptsDeps,
  job: Pick<Job, 'signal' | 'holdIn'>,
): Promise<JobOutcome> {
  for (;;) {
    if (job.signal.aborted) return { outcome: 'skipped', reason: 'out of time; the next one goes on' };
    const summed = await db.transaction().execute(async (tx) => {
      if (!(await job.holdIn(tx))) return 0;
      const { taken, attempts } = await takeListedAttempts(tx, attemptsPerTransaction);
      await addToSums(tx, cellsOf(attempts));
      return taken;
    });
    if (summed === 0) return { outcome: 'done' };
  }
}

function cellsOf(attempts: readonly CountedAttempt[]): readonly SumsOfCell[] {
  const cells = new Map<string, SumsOfCell>();
  for (const attempt of attempts) {
    const { templateModel } = attempt;
    for (const [level, startsAt] of levelsAt(momentOf(attempt.id))) {
      for (const clientId of ['', attempt.clientId]) {
        const key = JSON.stringify([clientId, level, startsAt, templateModel]);
        const place = { level, startsAt: new Date(startsAt), clientId, templateModel };
        const cell = cells.get(key) ?? { ...place, sums: createSums() };
        addAttempt(cell.sums, attempt);
        cells.set(key, cell);
      }
    }
  }
  return [...cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}
