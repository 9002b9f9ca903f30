import { appendAuditEvent } from '../platform/audit/index.ts';
import type { Db } from '../platform/db/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { listKindsOfSubject } from './cases-store.ts';
import { CasesError } from './errors.ts';
import {
  confirmRuleChange,
  findRules,
  findWaitingChange,
  insertRuleChange,
  type RuleChange,
} from './rules-store.ts';
import { type Case, type CaseOutcome, type CasesDeps, caseOutcomes, type FourEyesRule } from './types.ts';

/**
 * True when a decision needs a second person: when one of all the cases of its person or company is of a kind that does.
 * Otherwise one person could dismiss such a case, or leave it, and approve another one that he opens.
 */
export async function needsSecondPerson(
  db: Db,
  { subject, outcome }: { readonly subject: Case['subject']; readonly outcome: CaseOutcome },
): Promise<boolean> {
  return (await listOutcomesForTwo(db, subject)).includes(outcome);
}

/** The decisions about a person or company that need a second person now. */
export async function listOutcomesForTwo(db: Db, subject: Case['subject']): Promise<readonly CaseOutcome[]> {
  const rules = await findRules(db);
  const kinds = await listKindsOfSubject(db, subject);
  const applying = rules.filter((rule) => kinds.some((kind) => rule.kinds.includes(kind)));
  return caseOutcomes.filter((outcome) => applying.some(({ outcomes }) => outcomes.includes(outcome)));
}

/** True while a case of the subject is not decided whose kind needs two people, for whatever outcome. */
export async function awaitsSecondPerson(db: Db, subject: Case['subject']): Promise<boolean> {
  const kinds = await listKindsOfSubject(db, subject, { isUndecided: true });
  if (kinds.length === 0) return false;
  return (await findRules(db)).some((rule) => kinds.some((kind) => rule.kinds.includes(kind)));
}

/**
 * Passes when an account may confirm what another one proposed: of another e-mail address, and neither had power over
 * the other within a day. Two accounts of one person under two addresses are not found. Rejects with `case_second_person_required`.
 */
export async function requireSecondPerson(
  db: Db,
  { accounts }: Pick<CasesDeps, 'accounts'>,
  proposedBy: string,
  accountId: string,
): Promise<void> {
  if (!(await accounts.areTwoPeople(db, proposedBy, accountId))) {
    throw new CasesError('case_second_person_required');
  }
}

/**
 * Proposes other rules of four eyes. They count once another person has confirmed them, whatever they are. What a rule
 * has beside outcomes and kinds is left out: nobody would see what he confirms.
 */
export async function proposeRules(
  deps: Pick<CasesDeps, 'db' | 'clock' | 'auditKey'>,
  proposed: readonly FourEyesRule[],
  accountId: string,
  requestId: string,
): Promise<RuleChange> {
  const at = deps.clock.now();
  const rules = proposed.map(({ outcomes, kinds }) => ({ outcomes, kinds }));
  const change = { id: createUuidV7(at.getTime()), rules, proposedBy: accountId, proposedAt: at };
  await deps.db.transaction().execute(async (tx) => {
    await insertRuleChange(tx, change);
    const actor = { kind: 'account', id: accountId } as const;
    const event = { actor, action: 'case-rules.propose', target: change.id, outcome: 'done' } as const;
    await appendAuditEvent(tx, deps.auditKey, { ...event, requestId }, at);
  });
  return change;
}

/**
 * Confirms or refuses the change that waits. Rejects with `case_rule_change_not_found` and
 * `case_second_person_required`.
 */
export async function confirmRules(
  deps: CasesDeps,
  confirmation: { readonly changeId: string; readonly isConfirmed: boolean },
  accountId: string,
  requestId: string,
): Promise<void> {
  const { changeId, isConfirmed } = confirmation;
  const waiting = await findWaitingChange(deps.db);
  if (waiting?.id !== changeId) throw new CasesError('case_rule_change_not_found');
  await requireSecondPerson(deps.db, deps, waiting.proposedBy, accountId);
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await confirmRuleChange(tx, changeId, { by: accountId, at, isConfirmed }))) {
      throw new CasesError('case_rule_change_not_found');
    }
    const actor = { kind: 'account', id: accountId } as const;
    const event = { actor, action: 'case-rules.confirm', target: changeId, outcome: 'done' } as const;
    await appendAuditEvent(tx, deps.auditKey, { ...event, requestId, detail: { isConfirmed } }, at);
  });
}
