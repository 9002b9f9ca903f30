import type { Tx } from '../platform/db/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { type CaseEvent, insertCaseEvent, insertComment } from './case-history-store.ts';
import { type CaseChanges, claimOldest, getCase, insertLink, lockCase, updateCase } from './cases-store.ts';
import { CasesError } from './errors.ts';
import type { Case, CaseActor, CasesDeps } from './types.ts';

type Step = Pick<CaseEvent, 'action' | 'detail'> & {
  readonly changes?: CaseChanges;
  /** Goes into the case. */
  readonly comment?: string;
};

/**
 * Locks a case, and another one that the step names, makes the step, and adds it to the timeline; without a step the
 * case stays as it is. Rejects with `case_not_found`.
 */
async function changeCase(
  deps: CasesDeps,
  id: string,
  actor: CaseActor,
  take: (found: Case, tx: Tx) => Promise<Step | undefined> | Step,
  otherId?: string,
): Promise<Case> {
  return await deps.db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, otherId);
    const at = deps.clock.now();
    const step = await take(found, tx);
    if (step === undefined) return found;
    const { changes = {}, action, detail, comment } = step;
    if (comment !== undefined) {
      const added = { id: createUuidV7(at.getTime()), author: actor, at, text: comment };
      await insertComment(tx, deps.cipher, id, added);
    }
    await updateCase(tx, id, changes);
    await insertCaseEvent(tx, id, { at, actor, action, detail });
    return await getCase(tx, id);
  });
}

function requireOpen({ state }: Case): void {
  if (state !== 'open' && state !== 'snoozed') throw new CasesError('case_state_wrong');
}

/** Gives the oldest open case that nobody has to an account; undefined when there is none. Two never get the same. */
export async function claimNextCase(deps: CasesDeps, accountId: string): Promise<Case | undefined> {
  return await deps.db.transaction().execute(async (tx) => {
    const claimed = await claimOldest(tx, accountId);
    if (claimed === undefined) return undefined;
    await insertCaseEvent(tx, claimed.id, {
      at: deps.clock.now(),
      actor: { kind: 'account', id: accountId },
      action: 'claimed',
      detail: {},
    });
    return claimed;
  });
}

/** Hands a case to an account, or to nobody. The reason goes into the case as a comment. */
export async function assignCase(
  deps: CasesDeps,
  id: string,
  assignment: { readonly accountId: string | null; readonly reason: string },
  actor: CaseActor,
): Promise<Case> {
  const { accountId, reason } = assignment;
  if (accountId !== null && !(await deps.accounts.hasScope(deps.db, accountId, 'cases:decide'))) {
    throw new CasesError('case_assignee_invalid');
  }
  return await changeCase(deps, id, actor, (found) => {
    if (found.state === 'decided') throw new CasesError('case_state_wrong');
    const detail = { from: found.assigneeId ?? null, to: accountId };
    return { changes: { assigneeId: accountId ?? undefined }, action: 'assigned', detail, comment: reason };
  });
}

export async function commentCase(
  deps: CasesDeps,
  id: string,
  text: string,
  actor: CaseActor,
): Promise<Case> {
  return await changeCase(deps, id, actor, () => ({ action: 'commented', detail: {}, comment: text }));
}

/** Puts a case away until a moment. Rejects with `case_state_wrong`. */
export async function snoozeCase(deps: CasesDeps, id: string, until: Date, actor: CaseActor): Promise<Case> {
  return await changeCase(deps, id, actor, (found) => {
    requireOpen(found);
    const detail = { until: until.toISOString() };
    return { changes: { state: 'snoozed', snoozedUntil: until }, action: 'snoozed', detail };
  });
}

/** Hands a case up: it goes before others, and loses whoever had it. The reason goes into the case as a comment. */
export async function escalateCase(
  deps: CasesDeps,
  id: string,
  reason: string,
  actor: CaseActor,
): Promise<Case> {
  return await changeCase(deps, id, actor, (found) => {
    requireOpen(found);
    return {
      changes: {
        isEscalated: true,
        priority: 100,
        assigneeId: undefined,
        state: 'open',
        snoozedUntil: undefined,
      },
      action: 'escalated',
      detail: { from: found.assigneeId ?? null },
      comment: reason,
    };
  });
}

/** Links two cases; those that are linked already stay as they are. Rejects with `case_not_found`. */
export async function linkCase(
  deps: CasesDeps,
  id: string,
  otherId: string,
  actor: CaseActor,
): Promise<Case> {
  if (otherId === id) throw new CasesError('case_not_found');
  const link = async (_found: Case, tx: Tx): Promise<Step | undefined> => {
    const isNew = await insertLink(tx, id, otherId);
    return isNew ? { action: 'linked', detail: { caseId: otherId } } : undefined;
  };
  return await changeCase(deps, id, actor, link, otherId);
}
