import type { KeyObject } from 'node:crypto';
import { createUuidV7 } from '../ids.ts';
import { firstHash, hashEvent } from './hash-event.ts';
import type { AuditEvent, RecordedEvent } from './types.ts';

/** A chain that one writer adds to, as its last event leaves it. */
export type AuditChainEnd = {
  readonly name: string;
  readonly sequence: number;
  readonly hash: Uint8Array;
  /** Events until a note is due; 0 before the first event. */
  readonly untilNote: number;
};

/** A chain without events. */
export function startChain(): AuditChainEnd {
  return { name: `chain-${createUuidV7()}`, sequence: 0, hash: firstHash, untilNote: 0 };
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
  const last = events.at(-1);
  if (last === undefined) return end;
  const untilNote = Math.max(0, end.untilNote - events.length);
  return { ...end, sequence: last.sequence, hash: last.hash, untilNote };
}
