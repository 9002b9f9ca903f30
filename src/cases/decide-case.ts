import { type AuditEvent, appendAuditEvent } from '../platform/audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { recordEvent } from '../platform/events/index.ts';
import { createId } from '../platform/ids.ts';
import { insertCaseEvent } from './case-history-store.ts';
import { getCase, lockCase, updateCase } from './cases-store.ts';
import { confirmDecision, findDecision, insertDecision } from './decisions-store.ts';
import { caseDecided, caseDecisionIdKind } from './declarations.ts';
import { CasesError } from './errors.ts';
import { needsSecondPerson, requireSecondPerson } from './four-eyes.ts';
import { type Case, type CaseActor, type CaseDecision, type CasesDeps, subjectIdOf } from './types.ts';

export type DecisionRequest = Pick<CaseDecision, 'outcome' | 'reasonCode' | 'note'> & {
  /** Of the case as it was read. */
  readonly revision: number;
};

/** A decision, and the case after it. */
export type Decided = { readonly decision: CaseDecision; readonly decided: Case };

/**
 * Decides a case, or proposes a decision where a second person is needed; what a client says is always a proposal. A
 * decision sets the profile's status and ends the wait of its execution, in one transaction with its audit event.
 *
 * Rejects with `case_not_found`, `case_changed`, `case_state_wrong`.
 */
export async function decideCase(
  deps: CasesDeps,
  caseId: string,
  request: DecisionRequest,
  actor: CaseActor,
  requestId: string,
): Promise<Decided> {
  const { outcome, reasonCode, note, revision } = request;
  return await deps.db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, caseId);
    if (found.revision !== revision) throw new CasesError('case_changed');
    if (found.state !== 'open' && found.state !== 'snoozed') throw new CasesError('case_state_wrong');
    const at = deps.clock.now();
    const { subject } = found;
    const isConfirmationNeeded =
      actor.kind === 'client' || (await needsSecondPerson(tx, { subject, outcome }));
    const decision = newDecision({ caseId, outcome, reasonCode, note, isConfirmationNeeded }, actor, at);
    await insertDecision(tx, deps.cipher, decision);
    const detail = { outcome, reasonCode };
    if (isConfirmationNeeded) {
      await updateCase(tx, caseId, { state: 'awaiting_confirmation', snoozedUntil: undefined });
      await insertCaseEvent(tx, caseId, { at, actor, action: 'proposed', detail });
    } else {
      await settle(tx, deps, found, decision, at);
      await insertCaseEvent(tx, caseId, { at, actor, action: 'decided', detail });
    }
    await audit(tx, deps, found, { actor, action: 'case.decide', requestId, at, detail });
    return {
      decision: { ...decision, confirmation: undefined, withdrawnAt: undefined },
      decided: await getCase(tx, caseId),
    };
  });
}

/**
 * Confirms or refuses a proposed decision. A refused one leaves the case open for another. A case that new facts were
 * added to since is open again, and its proposal cannot be confirmed. Where two people are needed,
 * whoever confirms the proposal of a client is the first of them, and the case waits for the second.
 *
 * Rejects with `case_not_found`, `case_decision_not_found`, `case_changed`, `case_state_wrong`,
 * `case_second_person_required`.
 */
export async function confirmCaseDecision(
  deps: CasesDeps,
  which: { readonly caseId: string; readonly decisionId: string },
  confirmation: { readonly isConfirmed: boolean; readonly note: string },
  accountId: string,
  requestId: string,
): Promise<Decided> {
  const { caseId, decisionId } = which;
  const { isConfirmed, note } = confirmation;
  return await deps.db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, caseId);
    const decision = await findDecision(tx, deps.cipher, { id: decisionId, caseId });
    if (decision === undefined || decision.confirmation !== undefined || !decision.isConfirmationNeeded) {
      throw new CasesError('case_decision_not_found');
    }
    if (decision.withdrawnAt !== undefined) throw new CasesError('case_changed');
    if (found.state !== 'awaiting_confirmation') throw new CasesError('case_state_wrong');
    await requireSecondPerson(tx, deps, decision.proposedBy.id, accountId);
    const at = deps.clock.now();
    const actor = { kind: 'account', id: accountId } as const;
    await confirmDecision(tx, deps.cipher, decision, { by: accountId, at, isConfirmed, note });
    const detail = { outcome: decision.outcome, isConfirmed };
    await insertCaseEvent(tx, caseId, { at, actor, action: isConfirmed ? 'confirmed' : 'refused', detail });
    if (!isConfirmed) await updateCase(tx, caseId, { state: 'open' });
    else if (await isOnlyFirstPerson(tx, found, decision)) {
      await proposeAsPerson(tx, deps, decision, { actor, note, at });
    } else await settle(tx, deps, found, decision, at);
    await audit(tx, deps, found, { actor, action: 'case.confirm', requestId, at, detail });
    return {
      decision: { ...decision, confirmation: { by: accountId, at, isConfirmed, note } },
      decided: await getCase(tx, caseId),
    };
  });
}

function newDecision<Parts extends Pick<CaseDecision, 'caseId' | 'outcome' | 'reasonCode' | 'note'>>(
  parts: Parts,
  actor: CaseActor,
  at: Date,
) {
  const id = createId(caseDecisionIdKind, at.getTime());
  return { ...parts, id, proposedBy: actor, proposedAt: at };
}

/** True when a client proposed what two people must agree on. */
async function isOnlyFirstPerson(tx: Tx, { subject }: Case, decision: CaseDecision): Promise<boolean> {
  const { proposedBy, outcome } = decision;
  return proposedBy.kind === 'client' && (await needsSecondPerson(tx, { subject, outcome }));
}

/** Makes the proposal of a client that of a person, for another person to confirm. */
async function proposeAsPerson(
  tx: Tx,
  deps: CasesDeps,
  { caseId, outcome, reasonCode }: CaseDecision,
  { actor, note, at }: { readonly actor: CaseActor; readonly note: string; readonly at: Date },
): Promise<void> {
  const decision = { caseId, outcome, reasonCode, note, isConfirmationNeeded: true };
  await insertDecision(tx, deps.cipher, newDecision(decision, actor, at));
  await updateCase(tx, caseId, { state: 'awaiting_confirmation' });
  await insertCaseEvent(tx, caseId, { at, actor, action: 'proposed', detail: { outcome, reasonCode } });
}

async function settle(
  tx: Tx,
  deps: CasesDeps,
  found: Case,
  decision: Pick<CaseDecision, 'id' | 'outcome'>,
  now: Date,
): Promise<void> {
  const { id: caseId, kind, subject, executionId } = found;
  const { id: decisionId, outcome } = decision;
  await updateCase(tx, caseId, { state: 'decided', snoozedUntil: undefined, decidedAt: now });
  if (outcome !== 'dismiss') {
    await deps.settleProfile(tx, { profileId: subjectIdOf(found), outcome, executionId, decisionId, now });
  }
  await recordEvent(tx, caseDecided, { caseId, kind, ...subject, outcome }, { at: now });
}

async function audit(
  tx: Tx,
  deps: CasesDeps,
  { id, subject }: Case,
  event: Pick<AuditEvent, 'actor' | 'action' | 'requestId' | 'detail'> & { readonly at: Date },
): Promise<void> {
  const { at, ...about } = event;
  const subjects = 'personId' in subject && { subjects: [subject.personId] };
  await appendAuditEvent(tx, deps.auditKey, { ...about, target: id, outcome: 'done', ...subjects }, at);
}
