import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { dropPartitions, type OpenDatabase } from '../platform/db/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';

/**
 * Drops the months of attempts that ended so many whole months ago; none without a number. A month with an attempt
 * that still has its personal part, such as one of a held person, is kept until retention has taken that part. Months
 * from before the first start are one.
 */
export async function dropOldAttempts(
  { database, clock }: { readonly database: OpenDatabase; readonly clock: Clock },
  keptMonths: number | undefined,
  signal: AbortSignal,
): Promise<JobOutcome> {
  if (keptMonths === undefined) return { outcome: 'skipped', reason: 'attempts are kept for good' };
  const now = clock.now();
  const { kept } = await dropPartitions(database, {
    table: 'attempts',
    before: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1)),
    async mayGo(tx, partition) {
      const { rows } = await sql<{ has: boolean }>`
        select exists (select from ${sql.id(partition)} where erased_at is null) as has`.execute(tx);
      return rows[0]?.has === false;
    },
    signal,
  });
  if (kept.length === 0) return { outcome: 'done' };
  return { outcome: 'skipped', reason: `has attempts with a personal part: ${kept.join(', ')}` };
}

/** Days of retention of the personal part: never longer than the attempts themselves are kept. */
export function retentionDays(
  attemptsDays: number | undefined,
  keptMonths: number | undefined,
): number | undefined {
  if (keptMonths === undefined) return attemptsDays;
  const keptDays = Math.floor((keptMonths * 365) / 12);
  return Math.min(attemptsDays ?? keptDays, keptDays);
}
