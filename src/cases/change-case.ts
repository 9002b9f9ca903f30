import type { Tx } from '../platform/db/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { type CaseEvent, insertCaseEvent, insertComment } from './case-history-store.ts';
import { type CaseChanges, claimOldest, findCase, insertLink, lockCase, updateCase } from './cases-store.ts';
import { CasesError } from './errors.ts';
import type { Case, CaseActor, CasesDeps } from './types.ts';

type Step = { readonly changes: CaseChanges } & Pick<CaseEvent, 'action' | 'detail'>;

/** Locks a case, makes one step with it, and adds that to its timeline. Rejects with `case_not_found`. */
async function changeCase(
  deps: CasesDeps,
  id: string,
  actor: CaseActor,
  take: (tx: Tx, found: Case, at: Date) => Promise<Step> | Step,
): Promise<Case> {
  return await deps.db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id);
    if (found === undefined) throw new CasesError('case_not_found');
    const at = deps.clock.now();
    const { changes, action, detail } = await take(tx, found, at);
    await updateCase(tx, id, changes);
    await insertCaseEvent(tx, id, { at, actor, action, detail });
    return (await findCase(tx, id))!;
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
  if (accountId !== null && !(await deps.accounts.mayDecide(deps.db, accountId))) {
    throw new CasesError('case_assignee_invalid');
  }
  return await changeCase(deps, id, actor, async (tx, found, at) => {
    if (found.state === 'decided') throw new CasesError('case_state_wrong');
    await insertComment(tx, deps.cipher, id, {
      id: createUuidV7(at.getTime()),
      author: actor,
      at,
      text: reason,
    });
    const detail = { from: found.assigneeId ?? null, to: accountId };
    return { changes: { assigneeId: accountId }, action: 'assigned', detail };
  });
}

export async function commentCase(
  deps: CasesDeps,
  id: string,
  text: string,
  actor: CaseActor,
): Promise<Case> {
  return await changeCase(deps, id, actor, async (tx, _found, at) => {
    await insertComment(tx, deps.cipher, id, { id: createUuidV7(at.getTime()), author: actor, at, text });
    return { changes: {}, action: 'commented', detail: {} };
  });
}

/** Puts a case away until a moment. Rejects with `case_state_wrong`. */
export async function snoozeCase(deps: CasesDeps, id: string, until: Date, actor: CaseActor): Promise<Case> {
  return await changeCase(deps, id, actor, (_tx, found) => {
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
  return await changeCase(deps, id, actor, async (tx, found, at) => {
    requireOpen(found);
    await insertComment(tx, deps.cipher, id, {
      id: createUuidV7(at.getTime()),
      author: actor,
      at,
      text: reason,
    });
    return {
      changes: { isEscalated: true, priority: 100, assigneeId: null, state: 'open', snoozedUntil: null },
      action: 'escalated',
      detail: { from: found.assigneeId ?? null },
    };
  });
}

export async function linkCase(
  deps: CasesDeps,
  id: string,
  otherId: string,
  actor: CaseActor,
): Promise<Case> {
  return await changeCase(deps, id, actor, async (tx) => {
    if (otherId === id || (await findCase(tx, otherId)) === undefined) throw new CasesError('case_not_found');
    await insertLink(tx, id, otherId);
    return { changes: {}, action: 'linked', detail: { caseId: otherId } };
  });
}
