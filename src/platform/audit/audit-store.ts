import { type Generated, type Selectable, sql } from 'kysely';
import { planNamed } from '../db/named-statements.ts';
import { countRows, type ToRow } from '../db/rows.ts';
import type { Tables } from '../db/tables.ts';
import type { Db, Tx } from '../db/types.ts';
import { type AuditChainHead, firstHash } from './audit-chain.ts';
import type { AuditAction, AuditActor, AuditDetail, RecordedEvent } from './types.ts';

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

declare module '../db/tables.ts' {
  interface Tables {
    audit_events: AuditEventsTable;
    audit_chains: {
      chain: string;
      last_at: Date;
      last_sequence: number;
      last_hash: Uint8Array;
      is_closed: Generated<boolean>;
    };
    audit_beginnings: ToRow<Beginning> & { is_only: Generated<boolean> };
  }
}

/** The event that the log begins with. */
type Beginning = Pick<RecordedEvent, 'chain' | 'sequence' | 'hash'>;

export type AuditFilter = {
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Any of these ids, as a subject or as the target. */
  readonly people?: readonly string[] | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
};

/** Where a page of events ended. Only all three together are unique: a number is a key of each month. */
export type AuditPosition = { readonly at: Date; readonly chain: string; readonly sequence: number };

const insertInChain = planNamed<never>(`
  with head as (
    insert into audit_chains as head (chain, last_at, last_sequence, last_hash)
    select :chain::text, :lastAt::timestamptz, :lastSequence::bigint, :lastHash::bytea
    where :before::bigint = 0 or exists (select from audit_chains where chain = :chain::text)
    on conflict (chain) do update set last_at = excluded.last_at, last_sequence = excluded.last_sequence,
      last_hash = excluded.last_hash
      where head.last_sequence = :before::bigint and not head.is_closed
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
    lastAt: last.at,
    lastSequence: last.sequence,
    lastHash: last.hash,
    before: first.sequence - 1,
    events: JSON.stringify(rows),
  });
}

/** The head of a chain, locked until the transaction ends. A chain without events gets one of number 0. */
export async function lockChain(tx: Tx, chain: string): Promise<AuditChainHead> {
  const find = tx.selectFrom('audit_chains').selectAll().where('chain', '=', chain).forUpdate();
  const row = await find.executeTakeFirst();
  if (row !== undefined) return toChain(row);
  await sql`insert into audit_chains (chain, last_at, last_sequence, last_hash)
    values (${chain}, now(), 0, ${Buffer.from(firstHash)}) on conflict do nothing`.execute(tx);
  return toChain(await find.executeTakeFirstOrThrow());
}

export async function listChains(db: Db): Promise<readonly AuditChainHead[]> {
  return (await db.selectFrom('audit_chains').selectAll().orderBy('chain').execute()).map(toChain);
}

/**
 * The chains that a note names: all that were not closed by an earlier note, without the chain of the notes. It closes
 * those that nobody has added to since a moment, but for the one that it is made for.
 */
export async function listChainsToNote(
  tx: Tx,
  notesIn: string,
  { madeFor, stillSince }: { readonly madeFor: string; readonly stillSince: Date },
): Promise<readonly (AuditChainHead & { readonly isClosed: boolean })[]> {
  const closed = await tx
    .updateTable('audit_chains')
    .set({ is_closed: true })
    .where('is_closed', '=', false)
    .where('chain', 'not in', [notesIn, madeFor])
    .where('last_at', '<', stillSince)
    .returningAll()
    .execute();
  const open = await tx
    .selectFrom('audit_chains')
    .selectAll()
    .where('is_closed', '=', false)
    .where('chain', '<>', notesIn)
    .execute();
  return [...closed, ...open].map((row) => ({ ...toChain(row), isClosed: row.is_closed }));
}

/** The hashes of the events with this place: one, none where it is missing, several where others were invented. */
export async function findEventHashes(
  db: Db,
  chain: string,
  sequence: number,
): Promise<readonly Uint8Array[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('hash')
    .where('chain', '=', chain)
    .where('sequence', '=', sequence)
    .execute();
  return rows.map((row) => row.hash);
}

/** The events of a chain up to a number. */
export async function countChain(db: Db, chain: string, until: number): Promise<number> {
  return await countRows(
    db.selectFrom('audit_events').where('chain', '=', chain).where('sequence', '<=', until),
  );
}

/** The names of chains that have events, whatever the table of heads says. */
export async function listChainNames(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('audit_events').select('chain').distinct().orderBy('chain').execute();
  return rows.map((row) => row.chain);
}

/**
 * The next events of a chain in its order. A number is a key of each month only: invented events that have the number
 * of another follow each other by their time.
 */
export async function readChain(
  db: Db,
  chain: string,
  page: { readonly after?: Pick<RecordedEvent, 'sequence' | 'at'> | undefined; readonly limit: number },
): Promise<readonly RecordedEvent[]> {
  let query = db
    .selectFrom('audit_events')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('sequence')
    .orderBy('at')
    .limit(page.limit);
  const { after } = page;
  if (after !== undefined)
    query = query.where(sql<boolean>`(sequence, at) > (${after.sequence}, ${after.at})`);
  return (await query.execute()).map(toEvent);
}

/** Keeps others who want to begin the log waiting until the transaction ends. */
export async function lockBeginnings(tx: Tx): Promise<void> {
  await sql`lock table audit_beginnings in share row exclusive mode`.execute(tx);
}

/** The event that the log begins with; undefined before it has begun. */
export async function findBeginning(db: Db): Promise<Beginning | undefined> {
  return await db.selectFrom('audit_beginnings').select(['chain', 'sequence', 'hash']).executeTakeFirst();
}

export async function insertBeginning(tx: Tx, { chain, sequence, hash }: Beginning): Promise<void> {
  await tx.insertInto('audit_beginnings').values({ chain, sequence, hash }).execute();
}

/**
 * An event with the hash of the one before it in its chain: none where that one is missing, several where others were
 * invented at its place.
 */
export type LinkedEvent = RecordedEvent & { readonly previousHashes: readonly Uint8Array[] };

const previousHashes = sql<readonly string[]>`array(
  select encode(before.hash, 'hex') from audit_events as before
    where before.chain = audit_events.chain and before.sequence = audit_events.sequence - 1
  union all
  select encode(dropped.last_hash, 'hex') from audit_anchors as dropped
    where dropped.chain = audit_events.chain and dropped.last_sequence = audit_events.sequence - 1)`.as(
  'previous_hashes',
);

/**
 * Events by chain and place in it, each with the hash before it: with the audit key each can be verified alone. New
 * events go to the end of a chain, so pages that are read one after the other leave no gap.
 */
export async function readLinkedEvents(
  db: Db,
  filter: AuditFilter,
  page: { readonly after: AuditPosition | undefined; readonly limit: number },
): Promise<readonly LinkedEvent[]> {
  if (filter.people?.length === 0) return [];
  const { after } = page;
  let query = selectLinked(db, filter).orderBy('chain').orderBy('sequence').orderBy('at').limit(page.limit);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(chain, sequence, at) > (${after.chain}, ${after.sequence}, ${after.at})`,
    );
  return (await query.execute()).map(toLinkedEvent);
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

/** Events newest first, each with the hash before it; equal moments by chain and place in it. */
export async function listEvents(
  db: Db,
  filter: AuditFilter,
  page: { readonly after?: AuditPosition | undefined; readonly limit: number },
): Promise<readonly LinkedEvent[]> {
  // Somebody whom nobody knows.
  if (filter.people?.length === 0) return [];
  let query = selectLinked(db, filter)
    .orderBy('at', 'desc')
    .orderBy('chain')
    .orderBy('sequence')
    .limit(page.limit);
  const { after } = page;
  if (after !== undefined) {
    // The bound alone lets the index begin at the moment: alternatives are tried on every newer event.
    query = query
      .where('at', '<=', after.at)
      .where((eb) =>
        eb.or([
          eb('at', '<', after.at),
          eb.and([eb('at', '=', after.at), eb('chain', '>', after.chain)]),
          eb.and([
            eb('at', '=', after.at),
            eb('chain', '=', after.chain),
            eb('sequence', '>', after.sequence),
          ]),
        ]),
      );
  }
  return (await query.execute()).map(toLinkedEvent);
}

function selectLinked(db: Db, { actorId, action, target, people, from, to }: AuditFilter) {
  let query = db.selectFrom('audit_events').selectAll('audit_events').select(previousHashes);
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

function toChain(row: Selectable<Tables['audit_chains']>): AuditChainHead {
  return { name: row.chain, sequence: row.last_sequence, hash: row.last_hash };
}

function toLinkedEvent(row: AuditEventsTable & { previous_hashes: readonly string[] }): LinkedEvent {
  return { ...toEvent(row), previousHashes: row.previous_hashes.map((hash) => Buffer.from(hash, 'hex')) };
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
