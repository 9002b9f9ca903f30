import type { Generated, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import { planNamed } from '../../platform/db/named-statements.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from '../types.ts';

interface WebhookDeliveriesTable {
  id: string;
  endpoint_id: string;
  event_id: string;
  state: DeliveryState;
  is_later: boolean;
  due_at: Date;
  created_at: Date;
  attempts: Generated<readonly DeliveryAttempt[]>;
  /** The trace that the event happened in; null outside of traces. */
  traceparent: Generated<string | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

const rowsAtOnce = 5_000;

/** Queues deliveries that are due at once. `isLater`: after everything that is new. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly (Pick<Delivery, 'id' | 'endpointId' | 'eventId'> & {
    readonly traceparent?: string | undefined;
  })[],
  { isLater, now }: { readonly isLater: boolean; readonly now: Date },
): Promise<void> {
  for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
    await tx
      .insertInto('webhook_deliveries')
      .values(
        deliveries.slice(at, at + rowsAtOnce).map(({ id, endpointId, eventId, traceparent }) => ({
          id,
          endpoint_id: endpointId,
          event_id: eventId,
          state: 'pending' as const,
          is_later: isLater,
          due_at: now,
          created_at: now,
          traceparent: traceparent ?? null,
        })),
      )
      .execute();
  }
}

/** A delivery that this process has until `leaseUntil`. */
export type ClaimedDelivery = Pick<Delivery, 'id' | 'endpointId' | 'eventId'> & {
  /** Tries before this one. */
  readonly tries: number;
  /** The trace that the event happened in. */
  readonly traceparent: string | undefined;
};

const claim = planNamed<
  Pick<WebhookDeliveriesTable, 'id' | 'endpoint_id' | 'event_id'> & {
    readonly tries: number;
    readonly traceparent: string | null;
  }
>(`
  with room as (
    select * from jsonb_to_recordset(:room::jsonb) as room (endpoint_id text, free integer)
  ), due as (
    select one.id from room cross join lateral (
      select id from webhook_deliveries
      where endpoint_id = room.endpoint_id and state = 'pending' and due_at <= :now::timestamptz
      order by is_later, due_at limit room.free for update skip locked
    ) as one
  )
  update webhook_deliveries set due_at = :leaseUntil::timestamptz from due
  where webhook_deliveries.id = due.id
  returning webhook_deliveries.id, webhook_deliveries.endpoint_id, webhook_deliveries.event_id,
    jsonb_array_length(webhook_deliveries.attempts) as tries, webhook_deliveries.traceparent`);

/**
 * Takes due deliveries, of each endpoint as many as it has room for, what is new before retries. Nobody else gets them
 * before the lease ends: processes that claim at the same time get different ones.
 */
export async function claimDeliveries(
  db: Db,
  room: readonly { readonly endpointId: string; readonly free: number }[],
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<readonly ClaimedDelivery[]> {
  if (room.length === 0) return [];
  const rows = await claim(db, {
    room: JSON.stringify(room.map(({ endpointId, free }) => ({ endpoint_id: endpointId, free }))),
    now,
    leaseUntil,
  });
  return rows.map(({ id, endpoint_id, event_id, tries, traceparent }) => ({
    id,
    endpointId: endpoint_id,
    eventId: event_id,
    tries,
    traceparent: traceparent ?? undefined,
  }));
}

/** The outcome of a try. */
export type TriedDelivery = {
  readonly id: string;
  readonly state: Exclude<DeliveryState, 'cancelled'>;
  readonly attempt: DeliveryAttempt;
  /** Of one that stays pending: when it is tried again. */
  readonly dueAt: Date;
};

const finish = planNamed<never>(`
  update webhook_deliveries set
    state = case
      when webhook_deliveries.state = 'pending' or tried.state = 'delivered' then tried.state
      else webhook_deliveries.state
    end,
    attempts = webhook_deliveries.attempts || tried.attempt,
    due_at = tried.due_at, is_later = true
  from jsonb_to_recordset(:tried::jsonb) as tried (id text, state text, attempt jsonb, due_at timestamptz)
  where webhook_deliveries.id = tried.id`);

/** Writes down what came of tries, in one statement. One that was cancelled meanwhile stays so unless it arrived. */
export async function finishDeliveries(db: Db, tried: readonly TriedDelivery[]): Promise<void> {
  if (tried.length === 0) return;
  const rows = tried.map(({ id, state, attempt, dueAt }) => ({
    id,
    state,
    attempt: [attempt],
    due_at: dueAt.toISOString(),
  }));
  await finish(db, { tried: JSON.stringify(rows) });
}

/** Gives back deliveries that were not tried. */
export async function releaseDeliveries(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('id', 'in', [...ids])
    .where('state', '=', 'pending')
    .execute();
}

/** Cancels what is still to be delivered to an endpoint. */
export async function cancelDeliveries(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled' })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute();
}

/** Cancels deliveries by id. */
export async function cancelDeliveriesById(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled' })
    .where('id', 'in', [...ids])
    .where('state', '=', 'pending')
    .execute();
}

/** A delivery of an endpoint; undefined when there is none. */
export async function findDelivery(db: Db, endpointId: string, id: string): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDelivery(row);
}

/** Deliveries of an endpoint, newest first. */
export async function listDeliveries(
  db: Db,
  endpointId: string,
  page: {
    readonly state: DeliveryState | undefined;
    /** Before this id. */
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<readonly Delivery[]> {
  let query = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId);
  if (page.state !== undefined) query = query.where('state', '=', page.state);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map(toDelivery);
}

/** Those of the events that the endpoint has received, or will. */
export async function findArrivedEvents(
  db: Db,
  endpointId: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', [...eventIds])
    .where('state', 'in', ['pending', 'delivered'])
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/** Deletes deliveries made before a moment, of any state; gives how many. */
export async function deleteOldDeliveries(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The number of deliveries that wait, for metrics. */
export async function countPendingDeliveries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

function toDelivery(row: Selectable<WebhookDeliveriesTable>): Delivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    state: row.state,
    createdAt: row.created_at,
    dueAt: row.due_at,
    attempts: row.attempts,
  };
}
