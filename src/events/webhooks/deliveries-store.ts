import type { Generated, Selectable } from 'kysely';
import { type Db, fromRow, planNamed, type ToRow, type Tx, toRow } from '../../platform/db/index.ts';
import { outboxWaitsSql } from '../../platform/events/index.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { webhookDeliveryIdKind } from '../declarations.ts';
import type { Delivery, DeliveryAttempt, DeliveryState, PublishedEvent } from '../types.ts';

type WebhookDeliveriesTable = ToRow<Omit<Delivery, 'attempts'>> & {
  is_later: boolean;
  /** Until then a process has it; null while none does. */
  leased_until: Generated<Date | null>;
  attempts: Generated<readonly DeliveryAttempt[]>;
  /** The trace that the event happened in; null outside of traces. */
  traceparent: Generated<string | null>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

const rowsAtOnce = 5_000;

const insert = planNamed<never>(`
  insert into webhook_deliveries (id, endpoint_id, event_id, state, is_later, due_at, created_at, traceparent)
  select id, endpoint_id, event_id, 'pending', :isLater::boolean, :now::timestamptz, :now::timestamptz, traceparent
  from jsonb_to_recordset(:deliveries::jsonb)
    as delivery (id text, endpoint_id text, event_id text, traceparent text)`);

/** Queues deliveries that are due at once. `isLater`: after everything that is new. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly (Pick<Delivery, 'id' | 'endpointId' | 'eventId'> & {
    readonly traceparent?: string | undefined;
  })[],
  { isLater, now }: { readonly isLater: boolean; readonly now: Date },
): Promise<void> {
  for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
    const rows = deliveries.slice(at, at + rowsAtOnce).map((delivery) => toRow(delivery));
    await insert(tx, { deliveries: JSON.stringify(rows), isLater, now });
  }
}

/** A delivery that this process has until `leaseUntil`. */
export type ClaimedDelivery = Pick<Delivery, 'id' | 'endpointId' | 'eventId'> & {
  /** Tries before this one. */
  readonly tries: number;
  /** The trace that the event happened in. */
  readonly traceparent: string | undefined;
  /** Undefined when it is not kept any more. */
  readonly event: PublishedEvent | undefined;
};

type ClaimedRow = Pick<WebhookDeliveriesTable, 'id' | 'endpoint_id' | 'event_id'> & {
  readonly tries: number;
  readonly traceparent: string | null;
} & (
    | { readonly position: null }
    | {
        readonly position: number;
        readonly type: string;
        readonly version: number;
        readonly at: Date;
        readonly client_id: string | null;
        readonly data: object;
      }
  );

// NOTE: what is leased is not left out by an index: of an endpoint there is no more of it than it has room for.
// The planner expects ten of an array, and so reads rows by their ids; of a set of records it expects a hundred, and
// reads whole tables.
const claim = planNamed<ClaimedRow>(`
  with claimed as (
    update webhook_deliveries set leased_until = :leaseUntil::timestamptz
    where id = any (array(
      select one.id
      from unnest(:endpoints::text[], :free::integer[]) as room (endpoint_id, free) cross join lateral (
        select id from webhook_deliveries
        where endpoint_id = room.endpoint_id and state = 'pending' and due_at <= :now::timestamptz
          and (leased_until is null or leased_until <= :now::timestamptz)
        order by is_later, due_at limit room.free for update skip locked
      ) as one
    ))
    returning id, endpoint_id, event_id, jsonb_array_length(attempts) as tries, traceparent
  )
  select claimed.id, claimed.endpoint_id, claimed.event_id, claimed.tries, claimed.traceparent,
    events.position, events.type, events.version, events.at, events.client_id, events.data
  from claimed left join events on events.id = claimed.event_id`);

const look = planNamed<{ hasEvents: boolean; hasDue: boolean }>(`
  select ${outboxWaitsSql} as "hasEvents", exists (
    select from webhook_endpoints cross join lateral (
      select from webhook_deliveries
      where endpoint_id = webhook_endpoints.id and state = 'pending' and due_at <= :now::timestamptz
        and (leased_until is null or leased_until <= :now::timestamptz)
      order by is_later, due_at limit 1
    ) as one
    where disabled_at is null
  ) as "hasDue"`);

/** Answers in one statement what there is to do: events that nobody published, deliveries that nobody has. */
export async function findWork(
  db: Db,
  now: Date,
): Promise<{ readonly hasEvents: boolean; readonly hasDue: boolean }> {
  const [row] = await look(db, { now });
  return row!;
}

/**
 * Takes due deliveries with their events, of each endpoint as many as it has room for, what is new before retries.
 * Nobody else gets them before the lease ends: processes that claim at the same time get different ones.
 */
export async function claimDeliveries(
  db: Db,
  room: readonly { readonly endpointId: string; readonly free: number }[],
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<readonly ClaimedDelivery[]> {
  if (room.length === 0) return [];
  const rows = await claim(db, {
    endpoints: room.map(({ endpointId }) => endpointId),
    free: room.map(({ free }) => free),
    now,
    leaseUntil,
  });
  return rows.map(({ id, endpoint_id, event_id, tries, traceparent, ...event }) => ({
    id,
    endpointId: endpoint_id,
    eventId: event_id,
    tries,
    traceparent: traceparent ?? undefined,
    event: event.position === null ? undefined : fromRow({ id: event_id, ...event }),
  }));
}

export type TriedDelivery = {
  readonly id: string;
  readonly state: Exclude<DeliveryState, 'cancelled'>;
  readonly attempt: DeliveryAttempt;
  /** Of one that stays pending: when it is tried again. */
  readonly dueAt: Date;
};

// The endpoints are locked before the deliveries, as by whoever disables an endpoint: neither waits for the other.
const finish = planNamed<never>(`
  with locked as materialized (
    select id from webhook_endpoints
    where id = any(:working::text[]) and failing_since is not null
    order by id for no key update
  ), worked as (
    update webhook_endpoints set failing_since = null from locked where webhook_endpoints.id = locked.id
    returning webhook_endpoints.id
  )
  update webhook_deliveries set
    state = case
      when webhook_deliveries.state = 'pending' or tried.state = 'delivered' then tried.state
      else webhook_deliveries.state
    end,
    attempts = webhook_deliveries.attempts || tried.attempt,
    due_at = tried.due_at, is_later = true, leased_until = null
  from jsonb_to_recordset(:tried::jsonb) as tried (id text, state text, attempt jsonb, due_at timestamptz)
  where webhook_deliveries.id = any(:ids::text[]) and webhook_deliveries.id = tried.id and (select count(*) from worked) >= 0`);

/**
 * Writes down what came of tries, in one statement, and ends the row of failures of the endpoints in `working`. A
 * delivery that was cancelled meanwhile stays so unless it arrived.
 */
export async function finishDeliveries(
  db: Db,
  tried: readonly TriedDelivery[],
  working: readonly string[],
): Promise<void> {
  if (tried.length === 0) return;
  const rows = tried.map((one) => toRow({ ...one, attempt: [one.attempt] }));
  await finish(db, { tried: JSON.stringify(rows), ids: rows.map(({ id }) => id), working: [...working] });
}

/** Cancels what is still to be delivered, to an endpoint or by ids, or gives it back untried. */
export async function endPending(
  db: Db,
  of: { readonly endpointId: string } | { readonly ids: readonly string[] },
  change: { readonly state: 'cancelled' } | { readonly leased_until: null } = { state: 'cancelled' },
): Promise<void> {
  if ('ids' in of && of.ids.length === 0) return;
  const query = db.updateTable('webhook_deliveries').set(change).where('state', '=', 'pending');
  const some =
    'ids' in of ? query.where('id', 'in', [...of.ids]) : query.where('endpoint_id', '=', of.endpointId);
  await some.execute();
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
        // Ids begin with the moment they were made at.
        .where('id', '<', firstIdAt(webhookDeliveryIdKind, before.getTime()))
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The deliveries that wait, and since when the first of them does, for metrics. */
export async function countPendingDeliveries(
  db: Db,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  return await db
    .selectFrom('webhook_deliveries')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldestAt')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
}

function toDelivery(row: Selectable<WebhookDeliveriesTable>): Delivery {
  return fromRow(row, 'is_later', 'leased_until', 'traceparent');
}
