import type { Tx } from '../../platform/db/index.ts';
import { insertHistory } from '../history-store.ts';
import { listChanges } from '../merge-basic-data.ts';
import { isPartner } from '../onboarding-store.ts';
import type { ProfileLimits, ProfilesDeps } from '../profiles-deps.ts';
import type { LockedProfile } from '../profiles-store.ts';
import type { QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import type { Decider } from '../rules/rules-engine.ts';
import type { ProfileState, ProfileStatus, Subject } from '../types.ts';
import { showExecution, writeProfile } from '../write-profile.ts';
import { type Answer, readGeneration } from './consult-sources.ts';
import {
  decideStatus,
  type Findings,
  findBlockingSource,
  findLackingLists,
  gatherFindings,
  noListImported,
} from './decide-status.ts';
import { type Execution, type ExecutionSource, runExecutionJob, settleProfileJob } from './execution.ts';
import { insertExecutionTry } from './execution-tries-store.ts';
import { countOpenChildren, updateExecution, writeExecutionSources } from './executions-store.ts';
import { onboardPartners } from './onboard-partners.ts';
import { describeOutcome, recordProgress } from './record-progress.ts';
import { requestReviews, secondPersonRequired } from './request-reviews.ts';

export type FinishInput = {
  readonly subject: Subject;
  readonly template: QueryTemplateDefinition;
  readonly answers: readonly Answer[];
  /** Both locked by the transaction. */
  readonly execution: Execution;
  readonly profile: LockedProfile;
  readonly decide: Decider;
  readonly now: Date;
};

/**
 * Ends a run of an execution in one transaction: merges the answers of the sources into the profile, starts the
 * executions of partners, decides or postpones, and writes execution, history and profile.
 */
export async function finishRun(tx: Tx, deps: ProfilesDeps, input: FinishInput): Promise<Execution> {
  const { subject, template, answers, profile, now } = input;
  const { attributes } = input.execution.detail;
  const findings = gatherFindings(subject, profile.state.fields, answers, attributes);
  const { fields, partners } = findings;
  const shown =
    partners === undefined
      ? profile.state.partnersOf
      : await onboardPartners(tx, deps, {
          parent: input.execution,
          template,
          partners,
          shown: profile.state.partnersOf,
          now,
        });

  const execution = await conclude(tx, deps, input, findings);
  await updateExecution(tx, deps.cipher, execution);
  await writeExecutionSources(
    tx,
    execution.id,
    answers.map((answer) => toExecutionSource(deps, template, answer, now)),
  );
  await keepTry(tx, input, execution);
  if (execution.state === 'waiting') {
    const { id, nextAttemptAt } = execution;
    await deps.jobs.enqueueIn(
      tx,
      runExecutionJob,
      { executionId: id },
      { key: id, startAfter: nextAttemptAt! },
    );
  }

  // Only what was decided replaces a verdict; an execution that ended without one does not. What people decided stands.
  const standing = profile.state.decision?.status;
  const isVerdict = execution.state === 'done' && execution.reason !== secondPersonRequired;
  const verdict = standing ?? (isVerdict ? execution.status : profile.state.verdict);
  const status: ProfileStatus = verdict ?? execution.status;
  const state: ProfileState = showExecution(
    {
      ...profile.state,
      fields,
      ...(verdict === undefined ? {} : { verdict }),
      ...(shown === undefined ? {} : { partnersOf: shown }),
    },
    execution,
    deps.limits.shownExecutions,
  );
  await writeProfile(
    tx,
    deps,
    profile,
    { subject, status, state, registryGeneration: readGeneration(answers) },
    now,
  );
  await keepHistory(tx, deps, input, fields, execution, status);
  await recordProgress(tx, execution, status !== profile.status, now);
  if (execution.completedAt !== undefined) {
    const outcome = describeOutcome(deps, execution, fields, answers);
    for (const takeNote of deps.onEnded?.() ?? []) await takeNote(tx, execution, outcome);
  }
  await tellOthers(tx, deps, execution, status !== profile.status);
  await requestReviews(tx, deps, { execution, template, answers, standing, now });
  return execution;
}

/** The execution after this run: ended, waiting for its partners, or to be tried again. */
async function conclude(
  tx: Tx,
  deps: ProfilesDeps,
  input: FinishInput,
  findings: Findings,
): Promise<Execution> {
  const { template, answers, now } = input;
  const { attributes } = input.execution.detail;
  const execution: Execution = {
    ...input.execution,
    updatedAt: now,
    nextAttemptAt: undefined,
    detail: { ...input.execution.detail, checks: findings.checks },
  };
  const isBlocked = findBlockingSource(template, answers) !== undefined;
  if (!isBlocked && execution.onboarding.waits && (await countOpenChildren(tx, execution.id)) > 0) {
    return { ...execution, state: 'onboarding', status: 'PROCESSING', reason: undefined };
  }
  const decision = await decideStatus(tx, deps, input.decide, { ...input, findings, attributes });
  const { status, reason } = decision;
  const decided = { ...execution, detail: { ...execution.detail, decision } };
  if (reason?.startsWith('source_unavailable:')) return postpone(deps, decided, reason, answers);
  const ended = { ...decided, state: 'done', completedAt: now } as const;
  if (await isHeld(tx, deps, input.profile, status)) {
    return { ...ended, status: 'PENDING', reason: secondPersonRequired };
  }
  return { ...ended, status, reason };
}

/** The higher, the better for the subject. */
const rankOf: Readonly<Record<ProfileStatus, number>> = {
  REPROVED: 0,
  PENDING: 1,
  PROCESSING: 1,
  WAITING_DOCUMENTS: 1,
  APPROVED: 2,
};

/** True when the status would rise while two people have still to decide: a template is no way past them. */
async function isHeld(
  tx: Tx,
  deps: ProfilesDeps,
  { id, subject: kind, status }: LockedProfile,
  wanted: ProfileStatus,
): Promise<boolean> {
  if (rankOf[wanted] <= rankOf[status]) return false;
  const subject = kind === 'person' ? { personId: id } : { companyId: id };
  return (await deps.awaitsSecondPerson?.(tx, subject)) === true;
}

/** To be tried again, unless that was done often enough. */
function postpone(
  deps: ProfilesDeps,
  execution: Execution,
  reason: string,
  answers: readonly Answer[],
): Execution {
  const attempts = execution.attempts + 1;
  const now = execution.updatedAt;
  const pending = { ...execution, attempts, status: 'PENDING', reason } as const;
  if (attempts >= deps.limits.maxAttempts) return { ...pending, state: 'failed', completedAt: now };
  const wished = answers.map((it) => (it.outcome === 'unavailable' ? (it.retryAfterSeconds ?? 0) : 0));
  const delayMs = nextRetryDelayMs(deps.limits, attempts, Math.max(0, ...wished) * 1_000);
  return { ...pending, state: 'waiting', nextAttemptAt: new Date(now.getTime() + delayMs) };
}

async function keepHistory(
  tx: Tx,
  deps: ProfilesDeps,
  { profile, now }: FinishInput,
  fields: ProfileState['fields'],
  execution: Execution,
  status: ProfileStatus,
): Promise<void> {
  const isFirst = Object.keys(profile.state.fields).length === 0 && profile.state.verdict === undefined;
  const changes = [
    ...(status === profile.status
      ? []
      : [{ path: 'status', ...(isFirst ? {} : { from: profile.status }), to: status }]),
    ...listChanges(profile.state.fields, fields),
  ];
  if (changes.length === 0) return;
  await insertHistory(tx, deps.cipher, profile.id, { changedAt: now, executionId: execution.id, changes });
}

/** One that answers at once has its time and its sources; only what came of others is kept. */
async function keepTry(tx: Tx, { answers, execution: before, now }: FinishInput, execution: Execution) {
  const faults = answers.flatMap((answer) =>
    answer.outcome === 'unavailable' ? [{ source: answer.source, reason: answer.reason }] : [],
  );
  if (faults.length === 0 && before.attempts === 0) return;
  // A run begins by marking the execution.
  await insertExecutionTry(tx, execution, { startedAt: before.updatedAt, endedAt: now, faults });
}

/**
 * Companies that show what has changed, and the one that waits for it, are brought up to date afterwards. What changed
 * it is an execution, or a decision of people.
 */
export async function tellOthers(
  tx: Tx,
  deps: Pick<ProfilesDeps, 'jobs'>,
  by: Pick<Execution, 'id' | 'profileId'> & Partial<Pick<Execution, 'parentId' | 'completedAt'>>,
  hasChanged: boolean,
): Promise<void> {
  const { id, profileId, parentId, completedAt } = by;
  const isChildEnded = parentId !== undefined && completedAt !== undefined;
  if (!isChildEnded && !(hasChanged && (await isPartner(tx, profileId)))) return;
  const settled = { profileId, executionId: id, hasChanged };
  await deps.jobs.enqueueIn(tx, settleProfileJob, settled, { key: id });
}

/** An answer that rests on old data counts as any other; the execution says so with `data_old`. */
function toExecutionSource(
  { sources, isDataOld }: Pick<ProfilesDeps, 'sources' | 'isDataOld'>,
  template: QueryTemplateDefinition,
  answer: Answer,
  now: Date,
): ExecutionSource {
  const knowledge = answer.outcome === 'found' ? answer.knowledge : undefined;
  const source = sources.find(answer.source, template.subject);
  const isOld =
    knowledge !== undefined &&
    (source?.restsOnOldData?.(knowledge.data) === true ||
      knowledge.restsOn?.some((day) => isDataOld?.(day, now)) === true);
  const lacks = findLackingLists(source, answer, template).length > 0;
  return {
    source: answer.source,
    outcome: answer.outcome,
    reason: lacks ? noListImported : (answer.reason ?? (isOld ? 'data_old' : undefined)),
    consultedAt: answer.consultedAt,
    isReused: answer.isReused,
  };
}

/**
 * The wait before the next run, in milliseconds. It doubles after each run, up to the limit. A random part of its
 * upper half spreads jobs that failed together. It is never shorter than the source's wish, within the limit.
 */
export function nextRetryDelayMs(
  limits: Pick<ProfileLimits, 'retryDelayMs' | 'maxRetryDelayMs'>,
  attempts: number,
  wishedMs: number,
  random: () => number = Math.random,
): number {
  const doubled = limits.retryDelayMs * 2 ** Math.min(attempts - 1, 40);
  const longest = Math.min(limits.maxRetryDelayMs, Math.max(doubled, wishedMs));
  const spread = Math.min(limits.maxRetryDelayMs, doubled) * (0.5 + random() / 2);
  return Math.round(Math.min(longest, Math.max(spread, wishedMs)));
}
