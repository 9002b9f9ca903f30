import type { ImageFiles } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import type { RetentionRule } from '../platform/personal-data.ts';

export type RetentionDeps = {
  readonly db: Db;
  readonly store: ImageFiles;
  readonly clock: Clock;
  readonly rules: () => readonly RetentionRule[];
};

const batchSize = 200;
const dayMs = 86_400_000;

/** Erases what has been kept for its time, oldest first, in small transactions. Cut off, the next run goes on. */
export async function applyRetention(deps: RetentionDeps, signal: AbortSignal): Promise<JobOutcome> {
  const now = deps.clock.now();
  for (const rule of deps.rules()) {
    if (rule.days === undefined || signal.aborted) continue;
    const before = new Date(now.getTime() - rule.days * dayMs);
    await rule.prepare?.(before, signal);
    while (!signal.aborted) {
      const { count, files } = await deps.db
        .transaction()
        .execute((tx) => rule.eraseBatch(tx, before, batchSize, now));
      await Promise.all(files.map((id) => deps.store.delete(id)));
      // Not at the first that is not full: an execution can go once those that it started are gone.
      if (count === 0) break;
    }
  }
  return signal.aborted ? { outcome: 'failed', retryable: true, reason: 'interrupted' } : { outcome: 'done' };
}
