import { appendAuditEvent } from '../platform/audit/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import type { CasesDeps } from './cases-deps.ts';
import { CasesError } from './errors.ts';
import { requireSecondPerson } from './four-eyes.ts';
import { confirmRuleChange, findWaitingChange, insertRuleChange, type RuleChange } from './rules-store.ts';
import type { FourEyesRule } from './types.ts';

/** Proposes other rules of four eyes. They count once another person has confirmed them, whatever they are. */
export async function proposeRules(
  deps: CasesDeps,
  rules: readonly FourEyesRule[],
  accountId: string,
  requestId: string,
): Promise<RuleChange> {
  const at = deps.clock.now();
  const change = { id: createUuidV7(at.getTime()), rules, proposedBy: accountId, proposedAt: at };
  await deps.db.transaction().execute(async (tx) => {
    await insertRuleChange(tx, change);
    const actor = { kind: 'account', id: accountId } as const;
    const event = {
      actor,
      action: 'case-rules.propose',
      target: change.id,
      outcome: 'done',
      requestId,
    } as const;
    await appendAuditEvent(tx, deps.auditKey, event, at);
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
