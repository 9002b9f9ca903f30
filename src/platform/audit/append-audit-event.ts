import type { KeyObject } from 'node:crypto';
import type { Db, Tx } from '../db/types.ts';
import { placeEvent } from './audit-chain.ts';
import { findBeginning, insertBeginning, insertEvents, lockBeginnings, lockChain } from './audit-store.ts';
import type { AuditEvent, RecordedEvent } from './types.ts';

/** The chain of events that are written in the transaction of what they record, and of the notes of all other chains. */
export const transactionalChain = 'chain-transactions';

/**
 * Adds an event in the transaction of the change it records: both stand or neither. Such transactions follow each
 * other, in all processes, so this is for rare and weighty acts; reads go through `AuditLog.record`.
 *
 * See docs/decisions/0162.
 */
export async function appendAuditEvent(
  tx: Tx,
  key: Uint8Array | KeyObject,
  event: AuditEvent,
  at: Date,
): Promise<RecordedEvent> {
  const head = await lockChain(tx, transactionalChain);
  const recorded = placeEvent(key, head, event, at);
  await insertEvents(tx, [recorded]);
  return recorded;
}

/**
 * Writes the event that the log of a database begins with, once. `verifyAudit` looks for it, so that a log that was
 * emptied cannot pass for a new one. The event says how many clients were there already: none in a new
 * database. Of several processes one writes it.
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
    const detail = { clients: await options.countClients(tx) };
    const begin = { actor: { kind: 'service' }, action: 'audit.begin', outcome: 'done', detail } as const;
    await insertBeginning(tx, await appendAuditEvent(tx, key, begin, options.at));
  });
}
