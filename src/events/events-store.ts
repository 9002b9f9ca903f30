import { type Db, fromRow, planNamed, type ToRow, type Tx } from '../platform/db/index.ts';
import { takeOutboxSql } from '../platform/events/index.ts';
import type { NewEvent, PublishedEvent } from './types.ts';

type EventsTable = ToRow<PublishedEvent>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    events: EventsTable;
    event_head: { is_only: boolean; last_position: number };
  }
}

const lock = planNamed<{ last_position: number }>('select last_position from event_head for update');

/** Locks the last position given out until the transaction ends: whoever publishes next waits. */
export async function lockHead(tx: Tx): Promise<void> {
  await lock(tx, {});
}

const move = planNamed<EventsTable & { readonly traceparent: string | null }>(`
  with taken as (${takeOutboxSql}), numbered as (
    select (select last_position from event_head) + row_number() over (order by sequence) as position, id, type,
      version, at, client_id, data, traceparent
    from taken
  ), published as (
    insert into events (position, id, type, version, at, client_id, data)
    select position, id, type, version, at, client_id, data from numbered
  ), moved as (
    update event_head set last_position = last_position + (select count(*) from taken)
  )
  select position, id, type, version, at, client_id, data, traceparent from numbered order by position`);

/**
 * Takes events out of the outbox in the order they were written, at most so many, and gives them the positions after
 * the head. In the transaction that has locked the head, and after that statement.
 */
export async function moveOutbox(tx: Tx, limit: number): Promise<readonly NewEvent[]> {
  const rows = await move(tx, { limit });
  return rows.map((row) => fromRow(row));
}

/** Which events are listed; those of every client unless one is named. */
type EventFilter = {
  /** After this position. */
  readonly after?: number;
  /** Up to this position. */
  readonly upTo?: number;
  /** From this moment on. */
  readonly from?: Date;
  /** Before this moment. */
  readonly to?: Date;
  readonly types?: readonly string[];
  /** Events that are for one client only are left out unless it is this one. */
  readonly clientId?: string;
  readonly limit: number;
};

/** Events, oldest first: in the order of the feed. */
export async function listEventRows(db: Db, filter: EventFilter): Promise<readonly PublishedEvent[]> {
  const { after, upTo, from, to, types, clientId } = filter;
  if (types?.length === 0) return [];
  let query = db.selectFrom('events').selectAll();
  if (after !== undefined) query = query.where('position', '>', after);
  if (upTo !== undefined) query = query.where('position', '<=', upTo);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (types !== undefined) query = query.where('type', 'in', [...types]);
  if (clientId !== undefined) {
    query = query.where(({ or, eb }) => or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]));
  }
  const rows = await query.orderBy('position').limit(filter.limit).execute();
  return rows.map((row) => fromRow(row));
}

/** An event by its id; undefined when it is not kept. */
export async function findEvent(db: Db, id: string): Promise<PublishedEvent | undefined> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** The newest event at or before a position: where a reader goes on from who has read up to there. */
export async function findEventUpTo(
  db: Db,
  position: number,
): Promise<Pick<PublishedEvent, 'id' | 'position'> | undefined> {
  return await db
    .selectFrom('events')
    .select(['id', 'position'])
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The oldest and the newest event; undefined when there is none. */
export async function findEnds(
  db: Db,
): Promise<{ readonly first: number; readonly last: number; readonly lastId: string } | undefined> {
  const end = (order: 'asc' | 'desc') =>
    db.selectFrom('events').select(['id', 'position']).orderBy('position', order).limit(1).executeTakeFirst();
  const last = await end('desc');
  const first = await end('asc');
  return first && last && { first: first.position, last: last.position, lastId: last.id };
}

/**
 * Deletes events of before a moment, the oldest first, but for the newest of all: readers who have read it go on
 * from there. Gives how many.
 */
export async function deleteOldEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('events')
    .where('position', 'in', (query) =>
      query
        .selectFrom('events')
        .select('position')
        .where('at', '<', before)
        .where('position', '<', ({ selectFrom }) => selectFrom('event_head').select('last_position'))
        .orderBy('at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
