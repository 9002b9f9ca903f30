import { createHmac, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../idempotency.ts';
import { createUuidV7 } from '../ids.ts';
import type { AuditEvent, RecordedEvent } from './types.ts';

/** A chain as its last event leaves it; `sequence` is 0 before the first. */
export type AuditChainHead = { readonly name: string; readonly sequence: number; readonly hash: Uint8Array };

/** The end of a chain that one writer adds to. */
export type AuditChainEnd = AuditChainHead & {
  /** Events until a note is due; 0 before the first event. */
  readonly untilNote: number;
};

/** A chain without events. */
export function startChain(): AuditChainEnd {
  return { name: `chain-${createUuidV7()}`, sequence: 0, hash: firstHash, untilNote: 0 };
}

/** An event at the end of a chain, not stored yet. */
export function placeEvent(
  key: Uint8Array | KeyObject,
  end: AuditChainHead,
  event: AuditEvent,
  at: Date,
): RecordedEvent {
  const placed = { ...event, chain: end.name, sequence: end.sequence + 1, at };
  return { ...placed, hash: hashEvent(key, end.hash, placed) };
}

export function endAfterEvents(end: AuditChainEnd, events: readonly RecordedEvent[]): AuditChainEnd {
  const last = events.at(-1);
  if (last === undefined) return end;
  const untilNote = Math.max(0, end.untilNote - events.length);
  return { ...end, sequence: last.sequence, hash: last.hash, untilNote };
}

/** The hash before the first event of a chain. */
export const firstHash: Uint8Array = new Uint8Array(32);

/**
 * The hash of an event in its chain: HMAC-SHA256, so that whoever may only write to the database cannot make one
 * that fits. Every part of the event is in it, in a fixed order. For many events give a KeyObject: bytes are made into
 * one each time, which takes four times as long as the hash.
 */
export function hashEvent(
  key: Uint8Array | KeyObject,
  previous: Uint8Array,
  event: Omit<RecordedEvent, 'hash'>,
): Uint8Array {
  const { chain, sequence, at, actor, action, target, purpose, source, outcome, requestId, detail } = event;
  const { subjects } = event;
  const parts = [
    chain,
    sequence,
    at.toISOString(),
    actor.kind,
    actor.id ?? null,
    action,
    target ?? null,
    purpose ?? null,
    source ?? null,
    outcome,
    requestId ?? null,
    // As the database gives it back, which keeps the members of objects in another order.
    detail === undefined ? null : JSON.parse(canonicalJson(detail)),
    ...(subjects === undefined ? [] : [subjects]),
  ];
  return createHmac('sha256', key).update(previous).update(JSON.stringify(parts)).digest();
}

/** True if the hash of an event follows from one of these before it: nobody without the key made the event up. */
export function isProvenEvent(
  key: Uint8Array | KeyObject,
  event: RecordedEvent,
  previousHashes: readonly Uint8Array[],
): boolean {
  const candidates = event.sequence === 1 ? [firstHash] : previousHashes;
  return candidates.some((previous) => Buffer.compare(hashEvent(key, previous, event), event.hash) === 0);
}
