import type { Db, Tx } from '../platform/db/index.ts';
import type { Execution } from './executions/execution.ts';
import { lockExecution, updateExecution } from './executions/executions-store.ts';
import { tellOthers } from './executions/finish-run.ts';
import { recordProgress, recordStatusChange } from './executions/record-progress.ts';
import { insertHistory } from './history-store.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import { type LockedProfile, lockProfile } from './profiles-store.ts';
import type { ProfileState, Subject, Verdict } from './types.ts';
import { ensureProfile, loadSubject, showExecution, writeProfile } from './write-profile.ts';

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
 * by a job. A person without a profile gets one. False, with nothing written, when there is no such person or profile.
 */
export async function settleByDecision(
  tx: Tx,
  deps: Pick<ProfilesDeps, 'cipher' | 'nameIndex' | 'people' | 'limits' | 'jobs'>,
  decision: ProfileDecision,
): Promise<boolean> {
  const { profileId, status, executionId, decisionId: id, now } = decision;
  const subject = await findSubject(tx, deps, profileId);
  if (subject === undefined) return false;
  const profile =
    (await lockProfile(tx, deps.cipher, profileId)) ?? (await makeProfile(tx, deps, subject, now));
  if (profile === undefined) return false;
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

/** True when there is a profile of that id, or a person with a CPF who has none yet. */
export async function isProfile(db: Db, deps: Pick<ProfilesDeps, 'people'>, id: string): Promise<boolean> {
  return (await findSubject(db, deps, id)) !== undefined;
}

async function findSubject(
  db: Db,
  deps: Pick<ProfilesDeps, 'people'>,
  id: string,
): Promise<Subject | undefined> {
  const subject = await loadSubject(db, deps, id);
  if (subject !== undefined) return subject;
  const person = await deps.people.findPerson(db, id);
  return person?.id === id && person.cpf !== undefined ? person : undefined;
}

/** The profile of a person with a registered face whom no execution was about; undefined once the person is erased. */
async function makeProfile(
  tx: Tx,
  deps: Pick<ProfilesDeps, 'cipher' | 'people'>,
  subject: Subject,
  now: Date,
): Promise<LockedProfile | undefined> {
  if (subject.kind !== 'person' || subject.cpf === undefined) return undefined;
  if ((await deps.people.lockPerson(tx, subject.cpf, now)) !== subject.id) return undefined;
  await ensureProfile(tx, deps.cipher, subject, now);
  const made = await lockProfile(tx, deps.cipher, subject.id);
  // As the person was shown until now.
  return made && { ...made, status: 'PENDING' };
}
