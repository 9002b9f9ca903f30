import type { Tx } from '../platform/db/index.ts';
import { recordEvent } from '../platform/events/index.ts';
import { createId } from '../platform/ids.ts';
import type { Review, ReviewKind } from '../platform/reviews.ts';
import { insertCaseEvent } from './case-history-store.ts';
import type { CasesDeps } from './cases-deps.ts';
import { findCase, insertCase } from './cases-store.ts';
import { CasesError } from './errors.ts';
import { caseOpened } from './event-types.ts';
import { caseIdKind } from './id-kinds.ts';
import type { Case, CaseActor } from './types.ts';

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
  const { subject } = review;
  const id = 'personId' in subject ? subject.personId : subject.companyId;
  if (!(await deps.isSubject(id))) throw new CasesError('case_subject_unknown');
  const at = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    const made = await writeCase(tx, deps, { ...review, at }, actor);
    return (await findCase(tx, made))!;
  });
}

/** Gives the id of the new case, or an unused one when a case of the same origin is open. */
async function writeCase(
  tx: Tx,
  deps: Pick<CasesDeps, 'settings'>,
  review: Review,
  actor: CaseActor | { readonly kind: 'service' },
): Promise<string> {
  const { kind, subject, at, attemptId, executionId, reasons } = review;
  const id = createId(caseIdKind, at.getTime());
  const about = 'personId' in subject ? subject.personId : subject.companyId;
  // Cases made by hand are nobody's repetition.
  const origin = actor.kind === 'service' ? `${kind}:${about}` : `${kind}:${id}`;
  const isNew = await insertCase(tx, {
    ...{ id, kind, subject, attemptId, executionId, origin, openedAt: at },
    reasons: [...new Set(reasons)].slice(0, 20),
    priority: priorities[kind],
    dueAt: new Date(at.getTime() + deps.settings.dueHours * hourMs),
  });
  if (!isNew) return id;
  await insertCaseEvent(tx, id, { at, actor, action: 'opened', detail: { kind } });
  await recordEvent(tx, caseOpened, { caseId: id, kind, ...subject }, { at });
  return id;
}
