import type { Generated } from 'kysely';
import { type NamedValues, planNamed } from '../db/named-statements.ts';
import { type ToRow, toRow } from '../db/rows.ts';
import type { Db, Tx } from '../db/types.ts';

export type OutboxEvent = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly at: Date;
  /** The only client that may see it; undefined: every client with the scope. */
  readonly clientId: string | undefined;
  readonly data: object;
  /** The trace that it happened in, when that is traced. */
  readonly traceparent?: string | undefined;
};

declare module '../db/tables.ts' {
  interface Tables {
    event_outbox: ToRow<OutboxEvent> & { sequence: Generated<number> };
  }
}

const insert = planNamed<never>(`
  insert into event_outbox (id, type, version, at, client_id, data, traceparent)
  select id, type, version, at, client_id, data, traceparent
  from rows from (jsonb_to_recordset(:events::jsonb) as (id text, type text, version integer, at timestamptz,
    client_id text, data jsonb, traceparent text)) with ordinality as event
  order by ordinality`);

/** Adds events to the outbox, in the transaction of what they tell of. */
export async function insertOutbox(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => toRow(event));
  await insert(tx, { events: JSON.stringify(rows) });
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

/** A condition as SQL, for a part of a statement: events wait to be taken. */
export const outboxWaitsSql = 'exists (select from event_outbox)';

const look = planNamed<{ waits: boolean }>(`select ${outboxWaitsSql} as waits`);

/** True if events wait to be taken. */
export async function hasOutboxEvents(db: Db): Promise<boolean> {
  const [row] = await look(db, {});
  return row!.waits;
}

/**
 * Takes committed events out of the outbox, the first `:limit` in the order they were written, as a part of a
 * statement. One caller at a time.
 */
export const takeOutboxSql = `delete from event_outbox
  where sequence in (select sequence from event_outbox order by sequence limit :limit::integer)
  returning sequence, id, type, version, at, client_id, data, traceparent`;
