import { insertCaseEvent } from './case-history-store.ts';
import { listAssignees, unassignCases } from './cases-store.ts';
import type { CasesDeps } from './types.ts';

/** Gives cases back, to whoever takes the next one, that an account had which may decide no more: it was disabled. */
export async function releaseCases({
  db,
  clock,
  accounts,
}: Pick<CasesDeps, 'db' | 'clock' | 'accounts'>): Promise<void> {
  for (const accountId of await listAssignees(db)) {
    if (await accounts.hasScope(db, accountId, 'cases:decide')) continue;
    const step = {
      actor: { kind: 'service' },
      action: 'assigned',
      detail: { from: accountId, to: null },
    } as const;
    await db.transaction().execute(async (tx) => {
      for (const id of await unassignCases(tx, accountId)) {
        await insertCaseEvent(tx, id, { ...step, at: clock.now() });
      }
    });
  }
}
