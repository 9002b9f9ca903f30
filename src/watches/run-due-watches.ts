import { createHmac } from 'node:crypto';
import { findScopesOfClients } from '../access/index.ts';
import { AppError } from '../platform/errors.ts';
import { recordEvent } from '../platform/events/index.ts';
import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import { type ExecutionEnded, startExecution } from '../profiles/index.ts';
import { getWatch } from './create-watch.ts';
import { watchChanged } from './declarations.ts';
import type { Watch, WatchDeps } from './types.ts';
import {
  deleteWatches,
  listDueWatches,
  lockWatchesOf,
  noteOutcome,
  noteRun,
  spreadOverTime,
} from './watches-store.ts';

/** Executions that one run starts: with a run each minute nearly 300,000 a day. */
const mostStarted = 200;
const daySeconds = 86_400;

/**
 * Starts the executions of due watches, the most overdue first. Those that wait for the registry become due within a
 * day of a new month, at random moments. Watches of clients and accounts that may start executions no more end.
 *
 * See docs/decisions/0095.
 */
export async function runDueWatches(deps: WatchDeps, { signal }: Pick<Job, 'signal'>): Promise<JobOutcome> {
  const now = deps.clock.now();
  const { dataMonth } = await deps.profiles.registry(deps.db);
  if (dataMonth !== undefined) await spreadOverTime(deps.db, dataMonth, { from: now, seconds: daySeconds });
  const due = await listDueWatches(deps.db, deps.cipher, now, mostStarted);
  const active = await findActiveOwners(deps, [...new Set(due.map(({ clientId }) => clientId))]);
  for (const watch of due) {
    if (signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    if (active.has(watch.clientId)) await runWatch(deps, watch);
    else await deleteWatches(deps.db, { clientId: watch.clientId });
  }
  return { outcome: 'done' };
}

/** Those of the clients and accounts that may start executions. */
async function findActiveOwners(
  { db, accounts }: WatchDeps,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const scopes = await findScopesOfClients(db, ids);
  const active = new Set<string>();
  for (const id of ids) {
    const own = scopes.get(id)?.has('executions:write');
    if (own ?? (await accounts.hasScope(db, id, 'executions:write'))) active.add(id);
  }
  return active;
}

async function runWatch(deps: WatchDeps, watch: Watch): Promise<void> {
  const { clientId, document, templateId, dueAt } = watch;
  const at = deps.clock.now();
  const next = { at, dueAt: nextDue(watch, at) };
  try {
    const { execution } = await startExecution(deps.profiles, {
      document,
      templateId,
      // A template that was taken out of use would end the watch, and nobody would be told.
      isOngoing: true,
      clientId,
      origin: 'API',
      attributes: {},
      metadata: undefined,
      referenceId: watch.id,
      // A run that was cut short before it was noted starts no second execution.
      idempotencyKey: `${watch.id} ${dueAt?.toISOString()}`,
      // An erasure since the watch was listed has ended it; the person must not come back.
      confirm: (tx) => getWatch({ ...deps, db: tx }, watch.id, clientId),
    });
    await noteRun(deps.db, watch.id, { ...next, executionId: execution.id, profileId: execution.profileId });
  } catch (error) {
    // It has ended. Whatever else stops one watch holds up no other: it is tried again when it is due next.
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

/**
 * Compares the outcome of an execution with the one before, for each watch of its subject and template, in the transaction
 * that ends it: that of the watch that started it, and those of its client when the client ran the template between two
 * runs. A run that nobody asked for, such as one after a changed list, counts for every client. The client of a watch is
 * told when the outcome is another one; the first one is what later ones are compared with.
 */
export function noteExecution({
  cipher,
  key,
  clock,
}: Pick<WatchDeps, 'cipher' | 'key' | 'clock'>): ExecutionEnded {
  return async (tx, execution, outcome) => {
    const { id: executionId, profileId } = execution;
    // An execution that ended without a verdict has no outcome.
    if (execution.state !== 'done') return;
    const now = createHmac('sha256', key).update(`outcome\0${outcome}`).digest();
    for (const watch of await lockWatchesOf(tx, cipher, execution)) {
      // What the client says of the subject makes another outcome than a run of the watch, which says nothing.
      const isOwn = watch.id === execution.referenceId;
      if (!isOwn && Object.keys(execution.detail.attributes).length > 0) continue;
      if (!isOwn && watch.lastOutcome === undefined) continue;
      await noteOutcome(tx, watch.id, now);
      if (watch.lastOutcome === undefined || Buffer.compare(watch.lastOutcome, now) === 0) continue;
      const about = watch.subject === 'person' ? { personId: profileId } : { companyId: profileId };
      const data = { watchId: watch.id, executionId, ...about };
      await recordEvent(tx, watchChanged, data, { at: clock.now(), clientId: watch.clientId });
    }
  };
}
