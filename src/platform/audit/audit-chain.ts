import type { KeyObject } from 'node:crypto';
import type { Db, Tx } from '../db/types.ts';
import { createUuidV7 } from '../ids.ts';
import { insertEvents, noteChains } from './audit-store.ts';
import { firstHash, hashEvent } from './hash-event.ts';
import type { AuditEvent, RecordedEvent } from './types.ts';

/** A chain that one writer adds to, as its last event leaves it. */
export type AuditChainEnd = {
  readonly name: string;
  readonly sequence: number;
  readonly hash: Uint8Array;
  /** Events until it notes where the other chains are; 0: the next one is such a note. */
  readonly untilCheckpoint: number;
};

/** After so many events a chain notes where the others are, so that one cannot be cut short unseen. */
const eventsBetweenCheckpoints = 10_000;

/** The action of an event that names the heads of all chains. */
export const checkpointAction = 'audit.checkpoint';

/** A chain without events. Its first one names the heads of the others. */
export function startChain(): AuditChainEnd {
  return { name: `chain-${createUuidV7()}`, sequence: 0, hash: firstHash, untilCheckpoint: 0 };
}

/** An event at the end of a chain, not stored yet. */
export function placeEvent(
  key: KeyObject,
  end: Pick<AuditChainEnd, 'name' | 'sequence' | 'hash'>,
  event: AuditEvent,
  at: Date,
): RecordedEvent {
  const placed = { ...event, chain: end.name, sequence: end.sequence + 1, at };
  return { ...placed, hash: hashEvent(key, end.hash, placed) };
}

/** The end of a chain when these events are stored. */
export function endAfterEvents(end: AuditChainEnd, events: readonly RecordedEvent[]): AuditChainEnd {
  const last = events.at(-1)!;
  const left = Math.max(0, end.untilCheckpoint - events.length);
  return { ...end, sequence: last.sequence, hash: last.hash, untilCheckpoint: left };
}

/** Adds events to a chain that is due to note the others, behind that note, in one transaction. Gives its new end. */
export async function writeBehindCheckpoint(
  db: Db,
  key: KeyObject,
  end: AuditChainEnd,
  now: Date,
  place: (end: AuditChainEnd) => readonly RecordedEvent[] = () => [],
): Promise<AuditChainEnd> {
  return await db.transaction().execute(async (tx) => {
    const noted = placeEvent(key, end, await makeCheckpoint(tx), now);
    const after = { ...endAfterEvents(end, [noted]), untilCheckpoint: eventsBetweenCheckpoints };
    const events = place(after);
    await insertEvents(tx, [noted, ...events]);
    return events.length === 0 ? after : endAfterEvents(after, events);
  });
}

/** The heads of the chains that have moved as an event, checked by `verifyAudit`. */
async function makeCheckpoint(tx: Tx): Promise<AuditEvent> {
  const heads = (await noteChains(tx)).map(({ chain, lastSequence, lastHash }) => ({
    chain,
    sequence: lastSequence,
    hash: Buffer.from(lastHash).toString('hex'),
  }));
  return { actor: { kind: 'service' }, action: checkpointAction, outcome: 'done', detail: { heads } };
}
