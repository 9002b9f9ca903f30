import { type Generated, sql } from 'kysely';
import { jsonb } from '../db/column-types.ts';
import type { NamedValues } from '../db/named-statements.ts';
import type { Db, Tx } from '../db/types.ts';
import type { OutboxEvent } from './types.ts';

interface EventOutboxTable {
  sequence: Generated<number>;
  id: string;
  type: string;
  version: number;
  at: Date;
  client_id: string | null;
  data: object;
  traceparent: string | null;
}

declare module '../db/tables.ts' {
  interface Tables {
    event_outbox: EventOutboxTable;
  }
}

/** Adds events to the outbox, in the transaction of what they tell of. */
export async function insertOutbox(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('event_outbox')
    .values(
      events.map(({ id, type, version, at, clientId, data, traceparent }) => ({
        id,
        type,
        version,
        at,
        client_id: clientId ?? null,
        data: jsonb(data),
        traceparent: traceparent ?? null,
      })),
    )
    .execute();
}

/**
 * The insert of one event as SQL, for a statement that is planned once: adds `outboxValues` for each row of what
 * stands behind `from`.
 */
export function insertOutboxSql(from: string): string {
  return `insert into event_outbox (id, type, version, at, client_id, data, traceparent)
    select :event_id::text, :event_type::text, :event_version::int, :event_at::timestamptz, :event_client_id::text,
      :event_data::jsonb, :event_traceparent::text ${from}`;
}

/** The parameters of `insertOutboxSql`. */
export function outboxValues(event: OutboxEvent): NamedValues {
  return {
    event_id: event.id,
    event_type: event.type,
    event_version: event.version,
    event_at: event.at,
    event_client_id: event.clientId,
    event_data: JSON.stringify(event.data),
    event_traceparent: event.traceparent,
  };
}

/** True if events wait to be taken. */
export async function hasOutboxEvents(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from event_outbox) as waits`.execute(
    db,
  );
  return rows[0]!.waits;
}

/** Takes committed events out of the outbox, in the order they were written; one caller at a time. */
export async function takeOutbox(tx: Tx, limit: number): Promise<readonly OutboxEvent[]> {
  const rows = await tx
    .deleteFrom('event_outbox')
    .where('sequence', 'in', (query) =>
      query.selectFrom('event_outbox').select('sequence').orderBy('sequence').limit(limit),
    )
    .returningAll()
    .execute();
  return rows
    .sort((a, b) => a.sequence - b.sequence)
    .map((row) => ({
      id: row.id,
      type: row.type,
      version: row.version,
      at: row.at,
      clientId: row.client_id ?? undefined,
      data: row.data,
      ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    }));
}
