import type { Db, Tx } from '../platform/db/index.ts';
import type { Execution } from './executions/execution.ts';
import { lockExecution, updateExecution } from './executions/executions-store.ts';
import { tellOthers } from './executions/finish-run.ts';
import { recordProgress, recordStatusChange } from './executions/record-progress.ts';
import { insertHistory } from './history-store.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import { lockProfile } from './profiles-store.ts';
import type { ProfileState, Verdict } from './types.ts';
import { loadSubject, showExecution, writeProfile } from './write-profile.ts';

/** A decision of people about a profile. */
export type ProfileDecision = {
  readonly profileId: string;
  readonly status: Verdict;
  /** The execution whose wait it ends. */
  readonly executionId: string | undefined;
  readonly decisionId: string;
  readonly now: Date;
};

/**
 * Makes a decision of people the profile's, in their transaction: it stands until the next one, whatever executions come
 * to later. An execution that still waits is done with that status. Companies that show the subject as a partner follow
 * by a job. False, with nothing written, when there is no such profile.
 */
export async function settleByDecision(
  tx: Tx,
  deps: Pick<ProfilesDeps, 'cipher' | 'nameIndex' | 'people' | 'limits' | 'jobs'>,
  decision: ProfileDecision,
): Promise<boolean> {
  const { profileId, status, executionId, decisionId: id, now } = decision;
  const subject = await loadSubject(tx, deps, profileId);
  const profile = await lockProfile(tx, deps.cipher, profileId);
  if (subject === undefined || profile === undefined) return false;
  let state: ProfileState = {
    ...profile.state,
    verdict: status,
    decision: { id, status, at: now.toISOString() },
  };
  const execution = executionId === undefined ? undefined : await lockExecution(tx, deps.cipher, executionId);
  const isWaiting = execution !== undefined && execution.completedAt === undefined;
  let ended: Execution | undefined;
  if (isWaiting && execution.profileId === profileId) {
    ended = {
      ...execution,
      state: 'done',
      status,
      reason: 'decided_by_people',
      updatedAt: now,
      completedAt: now,
      nextAttemptAt: undefined,
    };
    await updateExecution(tx, deps.cipher, ended);
    state = showExecution(state, ended, deps.limits.shownExecutions);
    await recordProgress(tx, ended, status !== profile.status, now);
  } else if (status !== profile.status) {
    await recordStatusChange(tx, profile, now);
  }
  await writeProfile(tx, deps, profile, { subject, status, state }, now);
  await tellOthers(tx, deps, ended ?? { id, profileId }, status !== profile.status);
  if (status !== profile.status) {
    await insertHistory(tx, deps.cipher, profileId, {
      changedAt: now,
      // The entry names what changed the profile; here it is the decision.
      executionId: id,
      changes: [{ path: 'status', from: profile.status, to: status }],
    });
  }
  return true;
}

/** True when there is a profile of that id. */
export async function isProfile(db: Db, deps: Pick<ProfilesDeps, 'people'>, id: string): Promise<boolean> {
  return (await loadSubject(db, deps, id)) !== undefined;
}
