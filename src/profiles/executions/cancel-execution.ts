import type { Tx } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import { insertHistory } from '../history-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { showExecution, toShown, writeProfile } from '../write-profile.ts';
import { describeOutcome } from './describe-outcome.ts';
import type { Execution } from './execution.ts';
import { findExecution, lockExecution, updateExecution } from './executions-store.ts';
import { tellOthers } from './finish-run.ts';
import { loadSubject } from './load-subject.ts';
import { recordProgress } from './record-progress.ts';

/**
 * The execution, cancelled: it has ended, and no run of it writes anything more. It decides nothing, so an earlier
 * verdict of the profile stays. Its partners' executions go on. May be called again. Clients are told `execution.ended`.
 *
 * Rejects with `execution_not_found`, and with `execution_over` when it ended by itself.
 *
 * See docs/decisions/0032.
 */
export async function cancelExecution(deps: ProfilesDeps, id: string): Promise<Execution> {
  const found = await findExecution(deps.db, deps.cipher, id);
  if (found === undefined) throw new ProfileError('execution_not_found');
  return await deps.db.transaction().execute((tx) => cancel(tx, deps, found));
}

async function cancel(tx: Tx, deps: ProfilesDeps, { id, profileId }: Execution): Promise<Execution> {
  const { cipher, limits } = deps;
  const subject = await loadSubject(tx, deps, profileId);
  // In the order of a run: profile, then execution.
  const profile = await lockProfile(tx, cipher, profileId);
  const current = await lockExecution(tx, cipher, id);
  if (subject === undefined || profile === undefined || current === undefined) {
    throw new ProfileError('execution_not_found');
  }
  if (current.state === 'cancelled') return current;
  if (current.completedAt !== undefined) throw new ProfileError('execution_over');
  const now = deps.clock.now();
  const cancelled: Execution = {
    ...current,
    state: 'cancelled',
    status: 'PENDING',
    reason: 'cancelled',
    updatedAt: now,
    completedAt: now,
    nextAttemptAt: undefined,
  };
  await updateExecution(tx, cipher, cancelled);
  const status = profile.state.decision?.status ?? profile.state.verdict ?? cancelled.status;
  const hasChanged = status !== profile.status;
  const state = showExecution(profile.state, toShown(cancelled), limits.shownExecutions);
  await writeProfile(tx, deps, profile, { subject, status, state }, now);
  if (hasChanged) {
    const changes = [{ path: 'status', from: profile.status, to: status }];
    await insertHistory(tx, cipher, profileId, { changedAt: now, executionId: id, changes });
  }
  await recordProgress(tx, cancelled, hasChanged, now);
  const outcome = describeOutcome(deps, cancelled, profile.state.fields, []);
  for (const takeNote of deps.onEnded?.() ?? []) await takeNote(tx, cancelled, outcome);
  await tellOthers(tx, deps, cancelled, hasChanged);
  return cancelled;
}
