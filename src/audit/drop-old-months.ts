import { type DropOldEventsDeps, dropOldEvents } from '../platform/audit/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';

/**
 * Drops the months of the audit log that ended so many whole months ago; none without a number. A log that is not whole
 * keeps all of them, and the job fails until somebody has looked.
 */
export async function dropOldMonths(
  deps: DropOldEventsDeps,
  keptMonths: number | undefined,
  signal: AbortSignal,
): Promise<JobOutcome> {
  if (keptMonths === undefined) return { outcome: 'skipped', reason: 'events are kept for good' };
  const now = deps.clock.now();
  await dropOldEvents(
    deps,
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1)),
    signal,
  );
  return { outcome: 'done' };
}
