import type { Tx } from '../platform/db/index.ts';
import { recordEvent } from '../platform/events/index.ts';
import { createId } from '../platform/ids.ts';
import type { GoneReviews, Review, ReviewKind } from '../platform/reviews.ts';
import { insertCaseEvent } from './case-history-store.ts';
import {
  addReasons,
  getCase,
  insertCase,
  lockOpenCases,
  markReasonGone,
  mostReasons,
  updateCase,
} from './cases-store.ts';
import { withdrawProposals } from './decisions-store.ts';
import { caseIdKind, caseOpened } from './declarations.ts';
import { CasesError } from './errors.ts';
import { type Case, type CaseActor, type CasesDeps, likePrefix, subjectIdOf } from './types.ts';

const hourMs = 3_600_000;

/** The urgency of a case that nobody has escalated. */
const priorities: Readonly<Record<ReviewKind, number>> = {
  human_review: 80,
  list_hit: 70,
  possible_duplicate: 60,
  liveness_failure: 60,
  rule_review: 50,
  decision_standing: 50,
  execution_pending: 40,
  similarity_band: 40,
  capture_upload: 30,
  manual: 50,
};

/** Opens a case for an occasion when the operator wants that, in the transaction of what gave it. */
export async function takeReview(tx: Tx, deps: Pick<CasesDeps, 'settings'>, review: Review): Promise<void> {
  if (deps.settings.openFor.includes(review.kind)) await writeCase(tx, deps, review, { kind: 'service' });
}

/** Opens a case that somebody asks for. Rejects with `case_subject_unknown`. */
export async function openCase(
  deps: CasesDeps,
  review: Omit<Review, 'at' | 'kind'> & { readonly kind: 'human_review' | 'manual' },
  actor: CaseActor,
): Promise<Case> {
  if (!(await deps.isSubject(subjectIdOf(review)))) throw new CasesError('case_subject_unknown');
  const at = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    return await getCase(tx, await writeCase(tx, deps, { ...review, at }, actor));
  });
}

/**
 * Adds to the cases that a possible duplicate has already: to the open one of the person the others found now, and to the
 * open ones of those others the person. Each of them then shows all faces.
 */
async function extendDuplicates(
  tx: Tx,
  personId: string,
  reasons: readonly string[],
  at: Date,
): Promise<void> {
  const originOf = (id: string) => `possible_duplicate:${id}`;
  const others = reasons.flatMap((reason) =>
    reason.startsWith(likePrefix) ? [reason.slice(likePrefix.length)] : [],
  );
  // All of them first, in one order: two registrations at the same time may name each other.
  await lockOpenCases(tx, [personId, ...others].map(originOf));
  await extend(tx, [originOf(personId)], reasons, at);
  await extend(tx, others.map(originOf), [`${likePrefix}${personId}`], at);
}

/**
 * Adds reasons to open cases, which the transaction has locked. A decision that was proposed before is withdrawn: whoever
 * made it did not know them, so the case is open again (docs/decisions/0101).
 */
async function extend(
  tx: Tx,
  origins: readonly string[],
  reasons: readonly string[],
  at: Date,
): Promise<void> {
  for (const { id: caseId, state } of await addReasons(tx, origins, reasons)) {
    const isReopened = state === 'awaiting_confirmation';
    const action = isReopened ? 'reopened' : 'extended';
    await insertCaseEvent(tx, caseId, { at, actor: { kind: 'service' }, action, detail: {} });
    if (!isReopened) continue;
    await withdrawProposals(tx, caseId, at);
    await updateCase(tx, caseId, { state: 'open' });
  }
}

/** Gives the id of the new case, or an unused one when a case of the same origin is open; that one has the reasons then. */
async function writeCase(
  tx: Tx,
  deps: Pick<CasesDeps, 'settings'>,
  review: Review,
  actor: CaseActor | { readonly kind: 'service' },
): Promise<string> {
  const { kind, subject, at, attemptId, executionId, reasons } = review;
  const id = createId(caseIdKind, at.getTime());
  const about = subjectIdOf(review);
  // Cases made by hand are nobody's repetition.
  const origin = actor.kind === 'service' ? `${kind}:${about}` : `${kind}:${id}`;
  if (kind === 'possible_duplicate') await extendDuplicates(tx, about, reasons, at);
  else if (actor.kind === 'service') {
    // Before the insert: a decision of the open case ends first, or waits for the reasons.
    for (const { id: caseId, reasonGoneAt } of await lockOpenCases(tx, [origin])) {
      if (reasonGoneAt === undefined) continue;
      await markReasonGone(tx, caseId, null);
      await insertCaseEvent(tx, caseId, { at, actor, action: 'reason_back', detail: {} });
    }
    await extend(tx, [origin], reasons, at);
  }
  const isNew = await insertCase(tx, {
    id,
    kind,
    subject,
    attemptId,
    executionId,
    origin,
    openedAt: at,
    reasons: [...new Set(reasons)].slice(0, mostReasons),
    priority: priorities[kind],
    dueAt: new Date(at.getTime() + deps.settings.dueHours * hourMs),
  });
  if (!isNew) return id;
  await insertCaseEvent(tx, id, { at, actor, action: 'opened', detail: { kind } });
  await recordEvent(tx, caseOpened, { caseId: id, kind, ...subject }, { at });
  return id;
}

/**
 * Marks the open cases that a later execution of the same query template would not open again: `reasonGoneAt`, and a step
 * in the timeline with that execution. The case stays open, because a person decides it. A reason that comes back takes
 * the mark away.
 */
export async function noteGoneReasons(
  tx: Tx,
  { templateOf }: Pick<CasesDeps, 'templateOf'>,
  { subject, kinds, executionId, templateId, at }: GoneReviews,
): Promise<void> {
  const about = subjectIdOf({ subject });
  const found = await lockOpenCases(
    tx,
    kinds.map((kind) => `${kind}:${about}`),
  );
  for (const { id, executionId: openedBy, reasonGoneAt } of found) {
    if (reasonGoneAt !== undefined || openedBy === undefined || openedBy === executionId) continue;
    if ((await templateOf(tx, openedBy)) !== templateId) continue;
    await markReasonGone(tx, id, at);
    const detail = { executionId };
    await insertCaseEvent(tx, id, { at, actor: { kind: 'service' }, action: 'reason_gone', detail });
  }
}
