import { findScopesOfClients } from '../access/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import { startExecution } from '../profiles/index.ts';
import type { Watch } from './types.ts';
import type { WatchDeps } from './watch-deps.ts';
import { deleteWatches, listDueWatches, noteRun, spreadOverTime } from './watches-store.ts';

/** Executions that one run starts: with a run each minute nearly 300,000 a day. */
const mostStarted = 200;
const daySeconds = 86_400;

/**
 * Starts the executions of due watches, the most overdue first. Those that wait for the registry become due within a
 * day of a new month, at random moments. Watches of clients that are revoked end.
 *
 * See docs/decisions/0095.
 */
export async function runDueWatches(deps: WatchDeps, { signal }: Pick<Job, 'signal'>): Promise<JobOutcome> {
  const now = deps.clock.now();
  const { dataMonth } = await deps.profiles.registry(deps.db);
  if (dataMonth !== undefined) await spreadOverTime(deps.db, dataMonth, { from: now, seconds: daySeconds });
  const due = await listDueWatches(deps.db, deps.cipher, now, mostStarted);
  const active = await findScopesOfClients(deps.db, [...new Set(due.map(({ clientId }) => clientId))]);
  for (const watch of due) {
    if (signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    if (active.get(watch.clientId)?.has('executions:write') === true) await runWatch(deps, watch);
    else await deleteWatches(deps.db, { clientId: watch.clientId });
  }
  return { outcome: 'done' };
}

async function runWatch(deps: WatchDeps, watch: Watch): Promise<void> {
  const { clientId, document, templateId, dueAt } = watch;
  const at = deps.clock.now();
  const next = { at, dueAt: nextDue(watch, at) };
  try {
    const { execution } = await startExecution(deps.profiles, {
      document,
      templateId,
      clientId,
      origin: 'API',
      attributes: {},
      metadata: undefined,
      referenceId: watch.id,
      // A run that was cut short before it was noted starts no second execution.
      idempotencyKey: `${watch.id} ${dueAt?.toISOString()}`,
    });
    await noteRun(deps.db, watch.id, {
      ...next,
      executionId: execution.id,
      profileId: execution.profileId,
    });
  } catch (error) {
    // A query template that is out of use: the watch stays, and is tried again when it is due next.
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    await noteRun(deps.db, watch.id, { ...next, executionId: undefined, profileId: undefined });
  }
}

/** The next moment, up to a twentieth of the interval earlier, so that watches made together drift apart. */
function nextDue({ intervalDays }: Watch, now: Date): Date | undefined {
  if (intervalDays === undefined) return undefined;
  const days = intervalDays * (1 - Math.random() / 20);
  return new Date(now.getTime() + days * daySeconds * 1_000);
}
