import type { Tx } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import { insertHistory } from '../history-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { loadSubject, showExecution, writeProfile } from '../write-profile.ts';
import { type Execution, runExecutionJob } from './execution.ts';
import { findExecution, findOpenRerun, lockExecution, updateExecution } from './executions-store.ts';
import { tellOthers } from './finish-run.ts';
import { describeOutcome, recordProgress } from './record-progress.ts';
import { addExecution, chooseQueryTemplate, onboardingOf } from './start-execution.ts';

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
  const state = showExecution(profile.state, cancelled, limits.shownExecutions);
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

/**
 * A new execution that asks the same about the same subject as an earlier one, by the template as it is now. The earlier
 * one stays as it ended. Answers young enough for the template are used again, as always.
 *
 * Rejects with `execution_not_found`, `execution_under_way` (the earlier one, or another repetition of it), and
 * `query_template_not_found` when the template is gone.
 */
export async function runAgain(
  deps: ProfilesDeps,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<Execution> {
  const earlier = await findExecution(deps.db, deps.cipher, id);
  if (earlier === undefined) throw new ProfileError('execution_not_found');
  const execution = await deps.db.transaction().execute((tx) => start(tx, deps, earlier, clientId));
  deps.jobs.wake(runExecutionJob);
  return execution;
}

async function start(tx: Tx, deps: ProfilesDeps, earlier: Execution, clientId: string): Promise<Execution> {
  const now = deps.clock.now();
  const subject = await loadSubject(tx, deps, earlier.profileId);
  const profile = await lockProfile(tx, deps.cipher, earlier.profileId);
  if (subject === undefined || profile === undefined) throw new ProfileError('execution_not_found');
  if (earlier.completedAt === undefined || (await findOpenRerun(tx, earlier)) !== undefined) {
    throw new ProfileError('execution_under_way');
  }
  const template = await chooseQueryTemplate(tx, subject.kind, earlier.templateId);
  const { attributes, metadata } = earlier.detail;
  const { referenceId, id: rerunOf } = earlier;
  const onboarding = onboardingOf(template);
  const asked = { origin: 'API', clientId, attributes, metadata, referenceId, rerunOf, onboarding } as const;
  return await addExecution(tx, deps, { subject, profile, template, asked }, now);
}
