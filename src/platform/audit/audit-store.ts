import { type Generated, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { planNamed } from '../db/named-statements.ts';
import type { Tables } from '../db/tables.ts';
import type { Db, Tx } from '../db/types.ts';
import type { AuditAction } from './actions.ts';
import type { AuditActor, AuditDetail, RecordedEvent } from './types.ts';

interface AuditEventsTable {
  chain: string;
  sequence: number;
  at: Date;
  actor_kind: AuditActor['kind'];
  actor_id: string | null;
  action: AuditAction;
  target: string | null;
  subjects: string[] | null;
  purpose: string | null;
  source: string | null;
  outcome: string;
  request_id: string | null;
  detail: AuditDetail | null;
  hash: Uint8Array;
}

interface AuditChainsTable {
  chain: string;
  started_at: Date;
  last_sequence: number;
  last_hash: Uint8Array;
  noted_sequence: Generated<number>;
}

interface AuditBeginningsTable {
  is_only: Generated<boolean>;
  chain: string;
  sequence: number;
  hash: Uint8Array;
}

declare module '../db/tables.ts' {
  interface Tables {
    audit_events: AuditEventsTable;
    audit_chains: AuditChainsTable;
    audit_beginnings: AuditBeginningsTable;
  }
}

export type AuditChain = {
  readonly chain: string;
  readonly startedAt: Date;
  readonly lastSequence: number;
  readonly lastHash: Uint8Array;
};

export type AuditFilter = {
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Any of these ids, as a subject or, for events of earlier versions, as the target. */
  readonly people?: readonly string[] | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
};

/** Where a page of events ended. */
export type AuditPosition = { readonly at: Date; readonly chain: string; readonly sequence: number };

const insertInChain = planNamed<never>(`
  with head as (
    insert into audit_chains as head (chain, started_at, last_sequence, last_hash)
    values (:chain::text, :startedAt::timestamptz, :lastSequence::bigint, :lastHash::bytea)
    on conflict (chain) do update set last_sequence = excluded.last_sequence, last_hash = excluded.last_hash
      where head.last_sequence = :before::bigint
    returning 1 as moved
  )
  insert into audit_events (chain, sequence, at, actor_kind, actor_id, action, target, purpose, source, outcome,
    request_id, detail, hash, subjects)
  select :chain::text, case when exists (select from head) then sequence end, at, actor_kind, actor_id, action, target,
    purpose, source, outcome, request_id, detail, decode(hash, 'hex'), subjects
  from jsonb_to_recordset(:events::jsonb) as event (sequence bigint, at timestamptz, actor_kind text, actor_id text,
    action text, target text, purpose text, source text, outcome text, request_id text, detail jsonb, hash text,
    subjects text[])`);

/**
 * Adds events that follow each other in one chain and moves the chain's head, in one statement. The first event of
 * a chain makes its head. Fails when the head is not the one the events were hashed after: two writers, one chain.
 */
export async function insertEvents(db: Db, events: readonly RecordedEvent[]): Promise<void> {
  const first = events[0]!;
  const last = events.at(-1)!;
  const rows = events.map((event) => ({
    sequence: event.sequence,
    at: event.at.toISOString(),
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    action: event.action,
    target: event.target,
    purpose: event.purpose,
    source: event.source,
    outcome: event.outcome,
    request_id: event.requestId,
    detail: event.detail,
    subjects: event.subjects,
    hash: Buffer.from(event.hash.buffer, event.hash.byteOffset, event.hash.byteLength).toString('hex'),
  }));
  await insertInChain(db, {
    chain: first.chain,
    startedAt: first.at,
    lastSequence: last.sequence,
    lastHash: last.hash,
    before: first.sequence - 1,
    events: JSON.stringify(rows),
  });
}

/** The head of a chain, locked until the transaction ends; undefined before its first event. */
export async function lockChain(tx: Tx, chain: string): Promise<AuditChain | undefined> {
  const row = await tx
    .selectFrom('audit_chains')
    .selectAll()
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirst();
  return row && toChain(row);
}

/** Every chain there is, oldest first. */
export async function listChains(db: Db): Promise<readonly AuditChain[]> {
  const rows = await db
    .selectFrom('audit_chains')
    .selectAll()
    .orderBy('started_at')
    .orderBy('chain')
    .execute();
  return rows.map(toChain);
}

/**
 * The chains that moved since they were last noted, marked as noted now. In the transaction that writes the note.
 */
export async function noteChains(tx: Tx): Promise<readonly AuditChain[]> {
  const rows = await tx
    .updateTable('audit_chains')
    .set((eb) => ({ noted_sequence: eb.ref('last_sequence') }))
    .whereRef('last_sequence', '>', 'noted_sequence')
    .returningAll()
    .execute();
  return rows.map(toChain);
}

/** The hash of one event, or undefined when it is not there. */
export async function findEventHash(
  db: Db,
  chain: string,
  sequence: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('audit_events')
    .select('hash')
    .where('chain', '=', chain)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.hash;
}

/** The names of chains that have events, whatever the table of heads says. */
export async function listChainNames(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('audit_events').select('chain').distinct().orderBy('chain').execute();
  return rows.map((row) => row.chain);
}

/** The next events of a chain in its order. */
export async function readChain(
  db: Db,
  chain: string,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly RecordedEvent[]> {
  const rows = await db
    .selectFrom('audit_events')
    .selectAll()
    .where('chain', '=', chain)
    .where('sequence', '>', page.after)
    .orderBy('sequence')
    .limit(page.limit)
    .execute();
  return rows.map(toEvent);
}

/** Keeps others who want to begin the log waiting until the transaction ends. */
export async function lockBeginnings(tx: Tx): Promise<void> {
  await sql`lock table audit_beginnings in share row exclusive mode`.execute(tx);
}

/** The event that the log begins with; undefined before it has begun. */
export async function findBeginning(
  db: Db,
): Promise<{ readonly chain: string; readonly sequence: number; readonly hash: Uint8Array } | undefined> {
  return await db.selectFrom('audit_beginnings').select(['chain', 'sequence', 'hash']).executeTakeFirst();
}

export async function insertBeginning(
  tx: Tx,
  { chain, sequence, hash }: Pick<RecordedEvent, 'chain' | 'sequence' | 'hash'>,
): Promise<void> {
  await tx.insertInto('audit_beginnings').values({ chain, sequence, hash }).execute();
}

/** True if the log holds any event. */
export async function hasEvents(db: Db): Promise<boolean> {
  return (await db.selectFrom('audit_events').select('chain').limit(1).executeTakeFirst()) !== undefined;
}

/** A place in the order of chains and, in each, of its events. */
export type ChainPosition = { readonly chain: string; readonly sequence: number };

/** An event with the hash of the one before it in its chain; undefined where that one is missing. */
export type LinkedEvent = RecordedEvent & { readonly previousHash: Uint8Array | undefined };

/**
 * Events by chain and place in it, each with the hash before it: with the audit key each can be verified alone. New
 * events go to the end of a chain, so pages that are read one after the other leave no gap.
 */
export async function readLinkedEvents(
  db: Db,
  filter: AuditFilter,
  page: { readonly after: ChainPosition | undefined; readonly limit: number },
): Promise<readonly LinkedEvent[]> {
  if (filter.people?.length === 0) return [];
  const { after } = page;
  let query = whereFits(db.selectFrom('audit_events').selectAll('audit_events'), filter)
    .select(
      sql<Uint8Array | null>`coalesce(
        (select before.hash from audit_events as before
          where before.chain = audit_events.chain and before.sequence = audit_events.sequence - 1),
        (select dropped.last_hash from audit_anchors as dropped
          where dropped.chain = audit_events.chain and dropped.last_sequence = audit_events.sequence - 1))`.as(
        'previous_hash',
      ),
    )
    .orderBy('chain')
    .orderBy('sequence')
    .limit(page.limit);
  if (after !== undefined)
    query = query.where(sql<boolean>`(chain, sequence) > (${after.chain}, ${after.sequence})`);
  return (await query.execute()).map((row) => ({
    ...toEvent(row),
    previousHash: row.previous_hash ?? undefined,
  }));
}

/** Events of the log by the heads of its chains, without dropped ones: at once, however many there are. */
export async function countEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ events: string }>`
    select coalesce((select sum(last_sequence) from audit_chains), 0)
      - coalesce((select sum(last_sequence - first_sequence + 1) from audit_anchors), 0) as events`.execute(
    db,
  );
  return Number(rows[0]!.events);
}

/** Events newest first; equal moments by chain and place in it. */
export async function listEvents(
  db: Db,
  filter: AuditFilter,
  page: { readonly after?: AuditPosition | undefined; readonly limit: number },
): Promise<readonly RecordedEvent[]> {
  // Somebody whom nobody knows.
  if (filter.people?.length === 0) return [];
  let query = whereFits(db.selectFrom('audit_events').selectAll(), filter)
    .orderBy('at', 'desc')
    .orderBy('chain')
    .orderBy('sequence')
    .limit(page.limit);
  const { after } = page;
  if (after !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('at', '<', after.at),
        eb.and([eb('at', '=', after.at), eb('chain', '>', after.chain)]),
        eb.and([eb('at', '=', after.at), eb('chain', '=', after.chain), eb('sequence', '>', after.sequence)]),
      ]),
    );
  }
  return (await query.execute()).map(toEvent);
}

function whereFits<Row>(
  events: SelectQueryBuilder<Tables, 'audit_events', Row>,
  { actorId, action, target, people, from, to }: AuditFilter,
): SelectQueryBuilder<Tables, 'audit_events', Row> {
  let query = events;
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
  if (action !== undefined) query = query.where('action', '=', action as AuditAction);
  if (target !== undefined) query = query.where('target', '=', target);
  if (people !== undefined) {
    const ids = [...people];
    query = query.where((eb) => eb.or([sql<boolean>`subjects && ${ids}::text[]`, eb('target', 'in', ids)]));
  }
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  return query;
}

function toChain(row: Selectable<AuditChainsTable>): AuditChain {
  return {
    chain: row.chain,
    startedAt: row.started_at,
    lastSequence: row.last_sequence,
    lastHash: row.last_hash,
  };
}

function toEvent(row: AuditEventsTable): RecordedEvent {
  const id = row.actor_id ?? undefined;
  return {
    chain: row.chain,
    sequence: row.sequence,
    at: row.at,
    actor: { kind: row.actor_kind, ...(id === undefined ? {} : { id }) } as AuditActor,
    action: row.action,
    target: row.target ?? undefined,
    ...(row.subjects === null ? {} : { subjects: row.subjects }),
    purpose: row.purpose ?? undefined,
    source: row.source ?? undefined,
    outcome: row.outcome,
    requestId: row.request_id ?? undefined,
    detail: row.detail ?? undefined,
    hash: row.hash,
  };
}
