import { createHmac } from 'node:crypto';
import { recordEvent } from '../platform/events/index.ts';
import type { ExecutionEnded } from '../profiles/index.ts';
import { watchChanged } from './declarations.ts';
import type { WatchDeps } from './watch-deps.ts';
import { lockWatchesOf, noteOutcome } from './watches-store.ts';

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
