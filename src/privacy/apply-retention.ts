import type { ImageFiles } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import type { HeldPeople, RetentionRule } from '../platform/personal-data.ts';

export type RetentionDeps = {
  readonly db: Db;
  readonly store: ImageFiles;
  readonly clock: Clock;
  /** The people to leave out; nobody is added to them until the transaction ends. */
  readonly lockHeld: (tx: Tx) => Promise<HeldPeople>;
  readonly rules: () => readonly RetentionRule[];
};

const batchSize = 200;
const dayMs = 86_400_000;

/** Erases what has been kept for its time, but for people under a hold, oldest first, in small transactions. Cut off, the next run goes on. */
export async function applyRetention(deps: RetentionDeps, signal: AbortSignal): Promise<JobOutcome> {
  const now = deps.clock.now();
  for (const rule of deps.rules()) {
    if (rule.days === undefined || signal.aborted) continue;
    const before = new Date(now.getTime() - rule.days * dayMs);
    await rule.prepare?.(before, signal, deps.lockHeld);
    while (!signal.aborted) {
      const { count, files } = await deps.db
        .transaction()
        .execute(async (tx) => rule.eraseBatch(tx, before, batchSize, now, await deps.lockHeld(tx)));
      await Promise.all(files.map((id) => deps.store.delete(id)));
      // Not at the first that is not full: an execution can go once those that it started are gone.
      if (count === 0) break;
    }
  }
  return signal.aborted ? { outcome: 'failed', retryable: true, reason: 'interrupted' } : { outcome: 'done' };
}
