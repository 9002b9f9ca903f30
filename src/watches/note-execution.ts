import { createHmac } from 'node:crypto';
import { recordEvent } from '../platform/events/index.ts';
import { isId } from '../platform/ids.ts';
import type { ExecutionEnded } from '../profiles/index.ts';
import { watchChanged } from './event-types.ts';
import { watchIdKind } from './id-kinds.ts';
import type { WatchDeps } from './watch-deps.ts';
import { lockWatch, noteOutcome } from './watches-store.ts';

/**
 * Compares the outcome of an execution that a watch started with the one before, in the transaction that ends it. The
 * client is told when it is another one; the first one is what later ones are compared with.
 */
export function noteExecution({
  cipher,
  key,
  clock,
}: Pick<WatchDeps, 'cipher' | 'key' | 'clock'>): ExecutionEnded {
  return async (tx, execution, outcome) => {
    const { id: executionId, referenceId: watchId, clientId, profileId } = execution;
    if (watchId === undefined || clientId === undefined || !isId(watchIdKind, watchId)) return;
    const watch = await lockWatch(tx, cipher, watchId, clientId);
    if (watch === undefined || watch.templateId !== execution.templateId) return;
    // An execution that ended without a verdict has no outcome.
    if (execution.state !== 'done') return;
    const now = createHmac('sha256', key).update(`outcome\0${outcome}`).digest();
    await noteOutcome(tx, watchId, now, executionId);
    if (watch.lastOutcome === undefined || Buffer.compare(watch.lastOutcome, now) === 0) return;
    const about = watch.subject === 'person' ? { personId: profileId } : { companyId: profileId };
    await recordEvent(tx, watchChanged, { watchId, executionId, ...about }, { at: clock.now(), clientId });
  };
}
