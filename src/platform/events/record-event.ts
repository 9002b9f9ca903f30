import type { Static, TObject } from 'typebox';
import type { Tx } from '../db/types.ts';
import { createId, eventIdKind } from '../ids.ts';
import { findTraceparent } from '../tracing/index.ts';
import { type EventType, requireEventData } from './event-type.ts';
import { insertOutbox, type OutboxEvent } from './outbox-store.ts';

/** When an event happened, and who may see it. */
export type EventOptions = {
  readonly at: Date;
  /** The only client that may see it, for what other clients may not read. */
  readonly clientId?: string | undefined;
};

/**
 * Tells clients of a change, in the transaction that makes it: both stand or neither.
 *
 * Throws a TypeError for data that the type does not describe.
 *
 * @example
 * await recordEvent(tx, faceRegistered, { personId, faceId }, { at: now });
 */
export async function recordEvent<Data extends TObject>(
  tx: Tx,
  type: EventType<Data>,
  data: Static<Data>,
  options: EventOptions,
): Promise<void> {
  await insertOutbox(tx, [toOutboxEvent(type, data, options)]);
}

/** The same for several events of one type, in one statement. */
export async function recordEvents<Data extends TObject>(
  tx: Tx,
  type: EventType<Data>,
  data: readonly Static<Data>[],
  options: EventOptions,
): Promise<void> {
  await insertOutbox(
    tx,
    data.map((one) => toOutboxEvent(type, one, options)),
  );
}

/** An event for a store that writes it with a statement of its own; see `insertOutboxSql`. */
export function toOutboxEvent<Data extends TObject>(
  type: EventType<Data>,
  data: Static<Data>,
  { at, clientId }: EventOptions,
): OutboxEvent {
  requireEventData(type, data);
  const { name, version } = type;
  const traceparent = findTraceparent();
  return {
    ...{ id: createId(eventIdKind, at.getTime()), type: name, version, at, clientId, data: data as object },
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
