import Type, { type Static, type TObject, type TSchema, type TString } from 'typebox';
import { Value } from 'typebox/value';
import { defineExtensionPoint } from '../extension-points.ts';
import { type IdKind, idPattern } from '../ids.ts';
import type { Scope } from '../tokens/index.ts';

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
  return Type.String({
    pattern: idPattern(kind),
    ...(description === undefined ? {} : { description }),
  }) as TString;
}

/** Throws a TypeError for data that are not what the type says: what it names would be read by outsiders. */
export function requireEventData<Data extends TObject>(type: EventType<Data>, data: Static<Data>): void {
  if (!Value.Check(closed(type.data), data)) {
    throw new TypeError(`the data of an event ${type.name} are not what its type says`);
  }
}

const closedSchemas = new WeakMap<TSchema, TSchema>();

/** The same schema, refusing properties that it does not name. */
function closed(schema: TObject): TSchema {
  const known = closedSchemas.get(schema);
  if (known !== undefined) return known;
  const made = { ...schema, additionalProperties: false };
  closedSchemas.set(schema, made);
  return made;
}
