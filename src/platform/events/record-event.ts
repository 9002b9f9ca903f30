import type { Static, TObject, TSchema, TString } from 'typebox';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Tx } from '../db/types.ts';
import { defineExtensionPoint } from '../extension-points.ts';
import { createId, eventIdKind, type IdKind, idPattern } from '../ids.ts';
import type { Scope } from '../tokens/index.ts';
import { findTraceparent } from '../tracing.ts';
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
  const id = createId(eventIdKind, at.getTime());
  return { id, type: name, version, at, clientId, data: data as object, traceparent: findTraceparent() };
}

/** A kind of event that clients may receive. Names and versions keep their meaning for ever. */
export type EventType<Data extends TObject = TObject> = {
  /** The thing and what happened to it: `face.registered`. */
  readonly name: string;
  /** Goes up when a property changes its meaning or goes away; a new optional property leaves it. */
  readonly version: number;
  /** A client needs this scope to see events of the type. */
  readonly scope: Scope;
  /** One sentence for the reference. */
  readonly meaning: string;
  /** Identifiers, and words of closed lists. Never a CPF, a name, a figure about a person, or free text. */
  readonly data: Data;
};

/** The types of all modules. */
export const eventTypesPoint = defineExtensionPoint<EventType>('event types');

/** A type of events; its domain contributes it to `eventTypesPoint`. */
export function defineEventType<Data extends TObject>(type: EventType<Data>): EventType<Data> {
  return type;
}

/** The schema of a property that holds an identifier of that kind. */
export function eventId(kind: IdKind, description?: string): TString {
  return Type.String({ pattern: idPattern(kind), ...(description && { description }) }) as TString;
}

/** Throws a TypeError for data that are not what the type says: what it names would be read by outsiders. */
function requireEventData<Data extends TObject>(type: EventType<Data>, data: Static<Data>): void {
  if (!Value.Check(closed(type.data), data)) {
    throw new TypeError(`the data of an event ${type.name} are not what its type says`);
  }
}

const closedSchemas = new WeakMap<TSchema, TSchema>();

/** The same schema, refusing properties that it does not name. */
function closed(schema: TObject): TSchema {
  const known = closedSchemas.get(schema) ?? { ...schema, additionalProperties: false };
  closedSchemas.set(schema, known);
  return known;
}
