import type { ImageFiles } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import { DatabaseError, dropPartitions, type OpenDatabase, type Tx } from '../platform/db/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import type { HeldPeople, RetentionRule } from '../platform/personal-data.ts';

export type RetentionDeps = {
  readonly database: OpenDatabase;
  readonly store: ImageFiles;
  readonly clock: Clock;
  /** The people to leave out; nobody is added to them until the transaction ends. */
  readonly lockHeld: (tx: Tx) => Promise<HeldPeople>;
  readonly rules: () => readonly RetentionRule[];
};

const batchSize = 200;
const dayMs = 86_400_000;

/**
 * Erases what has been kept for its time, but for people under a hold, oldest first, in small transactions. Months that
 * may go whole are dropped before; one whose table others hold is left for the next try. Cut off, the next run goes on.
 * A rule whose files the photo store refuses to delete ends, the others go on; then it rejects with the store's error.
 */
export async function applyRetention(deps: RetentionDeps, signal: AbortSignal): Promise<JobOutcome> {
  const now = deps.clock.now();
  let areMonthsHeld = false;
  let refused: PromiseRejectedResult | undefined;
  for (const rule of deps.rules()) {
    if (rule.days === undefined || signal.aborted) continue;
    const before = new Date(now.getTime() - rule.days * dayMs);
    areMonthsHeld = (await areHeld(deps, rule, before, signal)) || areMonthsHeld;
    await rule.prepare?.(before, signal, deps.lockHeld);
    while (!signal.aborted) {
      const { count, files } = await deps.database.db
        .transaction()
        .execute(async (tx) => rule.eraseBatch(tx, before, batchSize, now, await deps.lockHeld(tx)));
      const deleted = await Promise.allSettled(files.map((id) => deps.store.delete(id)));
      const failed = deleted.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
      refused ??= failed;
      // The rows are gone, and the sweep deletes few files without one: no more of them.
      if (failed !== undefined) break;
      // Not at the first that is not full: an execution can go once those that it started are gone.
      if (count === 0) break;
    }
  }
  if (signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
  if (refused !== undefined) throw refused.reason;
  if (areMonthsHeld) return { outcome: 'failed', retryable: true, reason: 'months_in_use' };
  return { outcome: 'done' };
}

export type RetentionForecast = {
  readonly name: string;
  /** Days that count; undefined: nothing is erased. */
  readonly days: number | undefined;
  /** Records that would go, at most `mostCounted`. */
  readonly count: number;
};

/** From so many on a forecast counts no further. */
export const mostCounted = 10_000;

/**
 * The erasures of `applyRetention` at this moment, by rule; with `days`, as if all were kept for so many. Each rule
 * erases in a transaction that is taken back, so that nothing is counted that would stay, such as data of held people.
 * NOT counted: executions of partners that only go once their company's page no longer shows them.
 */
export async function previewRetention(
  { database, clock, lockHeld, rules }: Omit<RetentionDeps, 'store'>,
  days?: number,
): Promise<readonly RetentionForecast[]> {
  const now = clock.now();
  const forecasts: RetentionForecast[] = [];
  for (const rule of rules()) {
    const kept = days ?? rule.days;
    const forecast = { name: rule.name, days: kept, count: 0 };
    if (kept !== undefined) {
      const tx = await database.db.startTransaction().execute();
      try {
        const before = new Date(now.getTime() - kept * dayMs);
        forecast.count = (await rule.eraseBatch(tx, before, mostCounted, now, await lockHeld(tx))).count;
      } finally {
        await tx.rollback().execute();
      }
    }
    forecasts.push(forecast);
  }
  return forecasts;
}

/** Drops the months of a rule; true when others hold one of their tables. */
async function areHeld(
  { database }: RetentionDeps,
  { months }: RetentionRule,
  before: Date,
  signal: AbortSignal,
): Promise<boolean> {
  if (months === undefined) return false;
  try {
    await dropPartitions(database, { ...months, before, signal });
    return false;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'database_timeout') return true;
    throw error;
  }
}
