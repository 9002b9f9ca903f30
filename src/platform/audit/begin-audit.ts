import type { Db } from '../db/types.ts';
import { appendAuditEvent } from './append-audit-event.ts';
import { findBeginning, hasEvents, insertBeginning, lockBeginnings } from './audit-store.ts';

/**
 * Writes the event that the log of a database begins with, once. `verifyAudit` looks for it, so that a log that was
 * emptied cannot pass for a new one. The event says how many clients were there already and whether
 * events were: neither in a new database, both after an upgrade of one in use. Of several processes one writes it.
 */
export async function beginAudit(
  db: Db,
  key: Uint8Array,
  options: { readonly at: Date; readonly countClients: (db: Db) => Promise<number> },
): Promise<void> {
  if ((await findBeginning(db)) !== undefined) return;
  await db.transaction().execute(async (tx) => {
    await lockBeginnings(tx);
    if ((await findBeginning(tx)) !== undefined) return;
    const detail = { clients: await options.countClients(tx), hasOlderEvents: await hasEvents(tx) };
    const begin = { actor: { kind: 'service' }, action: 'audit.begin', outcome: 'done', detail } as const;
    await insertBeginning(tx, await appendAuditEvent(tx, key, begin, options.at));
  });
}
