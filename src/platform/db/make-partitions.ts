import { sql } from 'kysely';
import {
  addMonths,
  type Bound,
  listPartitions,
  nameOfMonth,
  type PartitionedTable,
  startOfMonth,
  toBound,
} from './partitions.ts';
import type { OpenDatabase, Tx } from './types.ts';

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
  const last = addMonths(startOfMonth(now), monthsAhead);
  const made: string[] = [];
  for (const table of await listPartitions(open)) {
    const upper = latest(table.partitions.flatMap(({ to }) => to ?? []));
    let from = upper ?? startOfMonth(now);
    for (let count = 0; from <= last && count < mostAtOnce; count += 1) {
      const to = addMonths(startOfMonth(from), 1);
      const name = nameOfMonth(table, from);
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
  return await open.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '300ms'`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended('confere partitions', 0))`.execute(tx);
    const { rows } = await sql<{ has: boolean }>`select to_regclass(${name}) is not null as has`.execute(tx);
    if (rows[0]?.has) return false;
    const [parent, made] = [sql.id(table.name), sql.id(name)];
    await copyModel(tx, table.rest, name);
    await moveRest(tx, table, { name, lower, upper });
    // Attached and not made in place: that would keep writers of all other partitions waiting.
    await sql`alter table ${parent} attach partition ${made}
      for values from (${sql.lit(lower)}) to (${sql.lit(upper)})`.execute(tx);
    return true;
  });
}

async function moveRest(
  tx: Tx,
  { key, rest }: PartitionedTable,
  { name, lower, upper }: { readonly name: string; readonly lower: Bound; readonly upper: Bound },
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

/** Makes a table like the partition for the rest: columns, checks, keys and indexes, storage, triggers of statements. */
async function copyModel(tx: Tx, rest: string, name: string): Promise<void> {
  await sql`create table ${sql.id(name)} (like ${sql.id(rest)} including all)`.execute(tx);
  await copyStorage(tx, rest, name);
  await copyStatementTriggers(tx, rest, name);
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

function latest(moments: readonly Date[]): Date | undefined {
  return moments.length === 0 ? undefined : new Date(Math.max(...moments.map(Number)));
}
