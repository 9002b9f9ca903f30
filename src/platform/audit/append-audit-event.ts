import type { KeyObject } from 'node:crypto';
import type { Tx } from '../db/types.ts';
import { insertEvents, lockChain } from './audit-store.ts';
import { hashEvent } from './hash-event.ts';
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
  const placed = { ...event, chain: transactionalChain, sequence: head.lastSequence + 1, at };
  const recorded = { ...placed, hash: hashEvent(key, head.lastHash, placed) };
  await insertEvents(tx, [recorded]);
  return recorded;
}
