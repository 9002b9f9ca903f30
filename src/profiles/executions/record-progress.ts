import type { Tx } from '../../platform/db/index.ts';
import { recordEvent, recordEvents } from '../../platform/events/index.ts';
import { defineExtensionPoint } from '../../platform/extension-points.ts';
import {
  companyStatusChanged,
  executionEnded,
  executionWaiting,
  partnerOnboarded,
  personStatusChanged,
} from '../declarations.ts';
import { listChanges } from '../merge-basic-data.ts';
import { findCompaniesOf } from '../onboarding-store.ts';
import type { ExecutionEnded, ProfilesDeps } from '../profiles-deps.ts';
import type { ProfileState, SubjectKind } from '../types.ts';
import type { Answer } from './consult-sources.ts';
import type { Execution } from './execution.ts';

/**
 * Tells clients what a run has come to, in the transaction that ends it: an execution that ended or waits for a source
 * the first time, a changed status, a partner whose onboarding ended.
 */
export async function recordProgress(
  tx: Tx,
  execution: Execution,
  hasStatusChanged: boolean,
  at: Date,
): Promise<void> {
  const { id: executionId, profileId, subject } = execution;
  const about = subject === 'person' ? { personId: profileId } : { companyId: profileId };
  if (execution.completedAt !== undefined) {
    await recordEvent(tx, executionEnded, { executionId, ...about }, { at });
  } else if (execution.state === 'waiting' && execution.attempts === 1) {
    await recordEvent(tx, executionWaiting, { executionId, ...about }, { at });
  }
  if (hasStatusChanged) await recordStatusChange(tx, { id: profileId, subject, executionId }, at);
  if (execution.parentId === undefined || execution.completedAt === undefined) return;
  const partner = subject === 'person' ? { partnerPersonId: profileId } : { partnerCompanyId: profileId };
  const companyIds = await findCompaniesOf(tx, 'child_id', executionId);
  await recordEvents(
    tx,
    partnerOnboarded,
    companyIds.map((companyId) => ({ companyId, ...partner, executionId })),
    { at },
  );
}

/** Tells clients of a profile's new status, and of the execution that led to it when one did. */
export async function recordStatusChange(
  tx: Tx,
  profile: { readonly id: string; readonly subject: SubjectKind; readonly executionId?: string },
  at: Date,
): Promise<void> {
  const { id, subject, executionId } = profile;
  const by = executionId === undefined ? {} : { executionId };
  if (subject === 'person') await recordEvent(tx, personStatusChanged, { personId: id, ...by }, { at });
  else await recordEvent(tx, companyStatusChanged, { companyId: id, ...by }, { at });
}

/** Modules that want to know of executions that ended. */
export const executionEndedPoint = defineExtensionPoint<ExecutionEnded>('execution ended');

/** The outcome of an execution; see `ExecutionEnded`. */
export function describeOutcome(
  { sources }: Pick<ProfilesDeps, 'sources'>,
  execution: Execution,
  fields: ProfileState['fields'],
  answers: readonly Answer[],
): string {
  const hits = answers.flatMap((answer) => {
    if (answer.outcome === 'unavailable' || answer.knowledge === undefined) return [];
    const found = sources.find(answer.source, execution.subject)?.hitsOf?.(answer.knowledge.data) ?? [];
    return found.map(({ key }) => `${answer.source} ${key}`);
  });
  const { status, reason } = execution;
  return JSON.stringify({ status, reason, fields: listChanges({}, fields), hits: hits.sort() });
}
