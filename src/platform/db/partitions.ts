import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeOf } from './driver-errors.ts';
import { DatabaseError } from './errors.ts';
import type { OpenDatabase, Tx } from './types.ts';

/** A partition and the stretch of time that it holds; open at an end without a moment. */
export type Partition = {
  readonly name: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

type PartitionedTable = {
  readonly name: string;
  /** The column that decides. */
  readonly key: string;
  /** The beginning of its identifiers (`att_`); undefined when the column holds moments. */
  readonly idPrefix: string | undefined;
  /** The partition for rows that no other takes; also the model of new ones. */
  readonly rest: string;
  /** In the order of time, without the rest. */
  readonly partitions: readonly Partition[];
};

type Row = {
  readonly table: string;
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly bound: string;
  readonly rest: string;
};

/** The tables that are partitioned by time, as the database knows them; see docs/decisions/0166. */
export async function listPartitions(open: OpenDatabase): Promise<readonly PartitionedTable[]> {
  const { rows } = await open.execute(`
    select parent.relname as table, key.attname as key, format_type(key.atttypid, null) as type,
      part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound, rest.relname as rest
    from pg_partitioned_table as kind
    join pg_class as parent on parent.oid = kind.partrelid and parent.relnamespace = current_schema()::regnamespace
    join pg_class as rest on rest.oid = kind.partdefid
    join pg_attribute as key on key.attrelid = parent.oid and key.attnum = kind.partattrs[0]
    join pg_inherits as link on link.inhparent = parent.oid
    join pg_class as part on part.oid = link.inhrelid
    where kind.partstrat = 'r'
    order by parent.relname, part.relname`);
  const byTable = Map.groupBy(rows as Row[], ({ table }) => table);
  return [...byTable.values()].map(toTable);
}

/** The limit of a partition as its column has it: a moment, or the beginning of an identifier. */
function toBound({ idPrefix }: PartitionedTable, moment: Date): string {
  return idPrefix === undefined
    ? moment.toISOString()
    : `${idPrefix}${moment.getTime().toString(16).padStart(12, '0')}`;
}

/** The beginning of the month so many months later. */
function startOfMonth(moment: Date, later = 0): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1));
}

function toTable(rows: readonly Row[]): PartitionedTable {
  const { table, key, type, rest } = rows[0]!;
  const bounds = rows
    .filter(({ name }) => name !== rest)
    .map(({ name, bound }) => {
      const [, from, to] = /^FOR VALUES FROM \((.+)\) TO \((.+)\)$/.exec(bound) ?? [];
      return { name, from: textOf(from), to: textOf(to) };
    });
  const known = bounds.flatMap(({ from, to }) => [from, to]).find((text) => text !== undefined);
  const idPrefix = type === 'text' ? /^[a-z]+_/.exec(known ?? '')?.[0] : undefined;
  if (type === 'text' && idPrefix === undefined)
    throw new TypeError(`${table} has no bound to continue from`);
  const momentOf = (text: string | undefined) => {
    if (text === undefined) return undefined;
    if (idPrefix === undefined) return new Date(text);
    // The time that the identifier begins with.
    return new Date(Number.parseInt(text.slice(idPrefix.length, idPrefix.length + 12), 16));
  };
  const partitions = bounds
    .map(({ name, from, to }) => ({ name, from: momentOf(from), to: momentOf(to) }))
    .sort((a, b) => (a.to?.getTime() ?? 0) - (b.to?.getTime() ?? 0));
  return { name: table, key, idPrefix, rest, partitions };
}

/** The text of a bound; undefined for MINVALUE and MAXVALUE. */
function textOf(bound: string | undefined): string | undefined {
  return bound === undefined ? undefined : /^'(.*)'$/.exec(bound)?.[1];
}

/** Months for which partitions are made ahead: so long may nobody make any. */
const monthsAhead = 3;
/** Of one table in one run: a clock that is off by years must not fill the catalogue. */
const mostAtOnce = 12;

/**
 * Makes the partitions of the coming months in every table that is partitioned by time, and gives their names. Rows that
 * are in the partition for the rest move into their month. Locks are waited for a moment only, so that nobody queues up
 * behind: rejects with `database_timeout` when they are not free, and what was made stays.
 *
 * See docs/decisions/0166.
 */
export async function makePartitions(open: OpenDatabase, now: Date): Promise<readonly string[]> {
  const last = startOfMonth(now, monthsAhead);
  const made: string[] = [];
  for (const table of await listPartitions(open)) {
    let from = table.partitions.at(-1)?.to ?? startOfMonth(now);
    for (let count = 0; from <= last && count < mostAtOnce; count += 1) {
      const to = startOfMonth(from, 1);
      const name = `${table.name}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
      if (await makePartition(open, table, { name, from, to })) made.push(name);
      from = to;
    }
  }
  return made;
}

/** One partition from a moment to another. False when somebody made it meanwhile. */
async function makePartition(
  open: OpenDatabase,
  table: PartitionedTable,
  { name, from, to }: { readonly name: string; readonly from: Date; readonly to: Date },
): Promise<boolean> {
  const [lower, upper] = [toBound(table, from), toBound(table, to)];
  const make = () =>
    open.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '300ms'`.execute(tx);
      await sql`select pg_advisory_xact_lock(hashtextextended('confere partitions', 0))`.execute(tx);
      const { rows } = await sql<{ has: boolean }>`select to_regclass(${name}) is not null as has`.execute(
        tx,
      );
      if (rows[0]?.has) return false;
      const [parent, made] = [sql.id(table.name), sql.id(name)];
      await sql`create table ${made} (like ${sql.id(table.rest)} including all)`.execute(tx);
      await copyStorage(tx, table.rest, name);
      await copyStatementTriggers(tx, table.rest, name);
      await moveRest(tx, table, { name, lower, upper });
      // Attached and not made in place: that would keep writers of all other partitions waiting.
      await sql`alter table ${parent} attach partition ${made}
      for values from (${sql.lit(lower)}) to (${sql.lit(upper)})`.execute(tx);
      return true;
    });
  return await make().catch((error: unknown) => {
    // A violated check: a row of the month came into the rest after the look for one. Now there is one, and the move locks.
    if (codeOf(error) !== '23514') throw error;
    return make();
  });
}

async function moveRest(
  tx: Tx,
  { key, rest }: PartitionedTable,
  { name, lower, upper }: { readonly name: string; readonly lower: string; readonly upper: string },
): Promise<void> {
  const from = sql.id(rest);
  const isOfMonth = sql`${sql.id(key)} >= ${sql.lit(lower)} and ${sql.id(key)} < ${sql.lit(upper)}`;
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${from} where ${isOfMonth}) as has`.execute(tx);
  if (!rows[0]?.has) return;
  // Before the first row is read: a row that came between the two statements would be lost.
  await sql`lock table ${from} in access exclusive mode`.execute(tx);
  await sql`alter table ${from} disable trigger user`.execute(tx);
  await sql`insert into ${sql.id(name)} select * from ${from} where ${isOfMonth}`.execute(tx);
  await sql`delete from ${from} where ${isOfMonth}`.execute(tx);
  await sql`alter table ${from} enable trigger user`.execute(tx);
}

/** The room on a page, and whatever else the model was made `WITH`. */
async function copyStorage(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ options: string | null }>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = ${from}::regclass`.execute(
    tx,
  );
  const options = rows[0]?.options;
  if (options) await sql`alter table ${sql.id(to)} set (${sql.raw(options)})`.execute(tx);
}

/** Triggers of rows come with the table above; those of whole statements do not. */
async function copyStatementTriggers(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${from}::regclass and not tgisinternal and tgtype & 1 = 0`.execute(tx);
  for (const { definition } of rows) {
    await sql.raw(definition.replace(/ ON \S+ /, ` ON "${to}" `)).execute(tx);
  }
}

/** A drop that others hold up is tried so often, and so long afterwards. */
const turns = 20;
const waitMs = 250;

export type DropPartitionsOptions = {
  readonly table: string;
  /** Partitions that ended by then go. */
  readonly before: Date;
  /** False: something in the partition must stay, and with it the whole partition. Nobody writes to it meanwhile. */
  readonly mayGo: (tx: Tx, partition: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
};

/**
 * Drops the partitions of a table that ended before a moment, but for the newest one, each in a transaction of its own.
 * Rejects with `database_timeout` while others hold the table or one that it refers to; what was dropped stays so, and
 * the next run goes on.
 */
export async function dropPartitions(
  open: OpenDatabase,
  { table, before, mayGo, signal }: DropPartitionsOptions,
) {
  const known = (await listPartitions(open)).find(({ name }) => name === table);
  if (known === undefined) throw new TypeError(`${table} has no partitions`);
  const dropped: string[] = [];
  const kept: string[] = [];
  // Not the newest: the next month begins where it ends.
  for (const { name, to } of known.partitions.slice(0, -1)) {
    if (to === undefined || to > before) continue;
    signal?.throwIfAborted();
    const isDropped = await inTurns(
      () =>
        open.db.transaction().execute(async (tx) => {
          const partition = sql.id(name);
          await sql`set local lock_timeout = '300ms'`.execute(tx);
          await sql`lock table ${partition} in share row exclusive mode`.execute(tx);
          if (!(await mayGo(tx, name))) return false;
          await sql`alter table ${sql.id(table)} detach partition ${partition}`.execute(tx);
          await sql`drop table ${partition}`.execute(tx);
          return true;
        }),
      signal,
    );
    (isDropped ? dropped : kept).push(name);
  }
  return { dropped, kept };
}

/** True for a partition without a row. */
export async function isPartitionEmpty(tx: Tx, partition: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${sql.id(partition)}) as has`.execute(tx);
  return rows[0]?.has === false;
}

/**
 * The result of work that waits for locks a moment only, tried again while others hold them: nobody queues up behind.
 * Rejects with `database_timeout` after so many turns.
 */
async function inTurns<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    signal?.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      const isHeld = error instanceof DatabaseError && error.code === 'database_timeout';
      if (!isHeld || turn === turns) throw error;
      await delay(waitMs);
    }
  }
}
