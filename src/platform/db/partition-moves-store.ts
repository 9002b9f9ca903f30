import { sql } from 'kysely';
import { copyModel } from './copy-model.ts';
import { type Bound, type PartitionedTable, toBound } from './partitions.ts';
import type { Db, Tx } from './types.ts';

declare module './tables.ts' {
  interface Tables {
    partition_moves: {
      readonly table_name: string;
      readonly partition: string;
      readonly first_month: Date;
      readonly next_block: number | null;
    };
  }
}

/** A first partition that is being split. */
export type PartitionMove = {
  readonly partition: string;
  readonly firstMonth: Date;
  /** Blocks before this one are copied; null while its months are being made. */
  readonly nextBlock: number | null;
};

/** A month that takes rows of the first partition; the earliest one has no lower limit. */
export type NewMonth = { readonly name: string; readonly from: Date | undefined; readonly to: Date };

/** Beside the table: its months until they take the place of the first partition. Sends each row to its month. */
function movingName(table: PartitionedTable): string {
  return `${table.name}_moving`;
}

export async function findMove(db: Db, table: PartitionedTable): Promise<PartitionMove | undefined> {
  const row = await db
    .selectFrom('partition_moves')
    .selectAll()
    .where('table_name', '=', table.name)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        partition: row.partition,
        firstMonth: row.first_month,
        nextBlock: row.next_block,
      };
}

/** The lowest key of a partition; undefined without rows. */
export async function findLowestKey(
  db: Db,
  { key }: PartitionedTable,
  partition: string,
): Promise<Date | string | undefined> {
  const { rows } = await sql<{ key: Date | string | null }>`
    select min(${sql.id(key)}) as key from ${sql.id(partition)}`.execute(db);
  return rows[0]?.key ?? undefined;
}

/** Notes the move and makes the table that sends rows to their months. */
export async function beginMove(
  tx: Tx,
  table: PartitionedTable,
  { partition, firstMonth }: Pick<PartitionMove, 'partition' | 'firstMonth'>,
): Promise<void> {
  await sql`create table ${sql.id(movingName(table))} (like ${sql.id(table.name)})
    partition by range (${sql.id(table.key)})`.execute(tx);
  await tx
    .insertInto('partition_moves')
    .values({
      table_name: table.name,
      ...{ partition, first_month: firstMonth, next_block: null },
    })
    .execute();
}

/**
 * Makes a month beside the table, unless it is there: with the references of the whole and a check of its limits, so that
 * nothing of it is read when it takes its place.
 */
export async function makeMonth(tx: Tx, table: PartitionedTable, month: NewMonth): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${month.name}) is not null as has`.execute(
    tx,
  );
  if (rows[0]?.has) return;
  await copyModel(tx, table.rest, month.name);
  const [made, key] = [sql.id(month.name), sql.id(table.key)];
  const lower = month.from === undefined ? sql`` : sql`${key} >= ${sql.lit(toBound(table, month.from))} and `;
  await sql`alter table ${made} add constraint ${sql.id(`${month.name}_bound`)}
    check (${lower}${key} < ${sql.lit(toBound(table, month.to))})`.execute(tx);
  for (const { name, definition } of await listReferences(tx, table.name)) {
    await sql`alter table ${made} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  }
  await attach(tx, movingName(table), table, month);
}

/** From now on each change of a row of the first partition is made in its month too, in the same transaction. */
export async function repeatChanges(
  tx: Tx,
  table: PartitionedTable,
  { partition }: PartitionMove,
): Promise<void> {
  const columns = (await listColumns(tx, partition)).map((name) => `"${name}"`);
  const known = new Set([table.key, ...(await listKeyColumns(tx, partition))]);
  const isRow = [...known].map((name) => `"${name}" = ($1)."${name}"`).join(' and ');
  const into = movingName(table);
  const values = columns.map((name) => `($1).${name}`).join(', ');
  await sql`create trigger moved_rows after insert or update or delete on ${sql.id(partition)}
    for each row execute function repeat_row_change(
      ${sql.lit(`delete from "${into}" where ${isRow}`)},
      ${sql.lit(`insert into "${into}" (${columns.join(', ')}) values (${values})`)})`.execute(tx);
  await tx
    .updateTable('partition_moves')
    .set({ next_block: 0 })
    .where('table_name', '=', table.name)
    .execute();
}

/** The blocks of a table's file at the moment. */
export async function countBlocks(db: Db, partition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select pg_relation_size(${partition}::regclass) / current_setting('block_size')::int as count`.execute(
    db,
  );
  return rows[0]!.count;
}

/**
 * Copies the rows of some blocks into their months, but for those that are there, and gives their number. They are locked
 * against changes until the transaction ends: a change comes before the copy, or finds it.
 */
export async function copyBlocks(
  tx: Tx,
  table: PartitionedTable,
  { partition, from, to }: { readonly partition: string; readonly from: number; readonly to: number },
): Promise<number> {
  const columns = sql.join((await listColumns(tx, partition)).map((name) => sql.id(name)));
  const copied = await sql`
    insert into ${sql.id(movingName(table))} (${columns})
    select ${columns} from ${sql.id(partition)}
    where ctid >= ${sql.lit(`(${from},0)`)}::tid and ctid < ${sql.lit(`(${to},0)`)}::tid
    for share
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable('partition_moves')
    .set({ next_block: to })
    .where('table_name', '=', table.name)
    .execute();
  return Number(copied.numAffectedRows ?? 0);
}

/** True when the months hold the rows of the first partition and no others, as at one moment. Reads all of both. */
export async function areEqual(
  tx: Tx,
  table: PartitionedTable,
  { partition }: PartitionMove,
): Promise<boolean> {
  const columns = sql.join((await listColumns(tx, partition)).map((name) => sql.id(name)));
  const digest = (name: string) => sql`
    (select row(count(*), coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)) from ${sql.id(name)})`;
  const { rows } = await sql<{ same: boolean }>`
    select ${digest(partition)} = ${digest(movingName(table))} as same`.execute(tx);
  return rows[0]?.same === true;
}

/** A number that the transactions that copied are below. */
export async function currentTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
  return rows[0]!.id;
}

/** True while somebody reads as at a moment before a transaction, as a backup does: he would miss what was copied. */
export async function hasEarlierReaders(tx: Tx, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from pg_stat_activity
      where pid <> pg_backend_pid() and backend_xmin is not null
        and (backend_type = 'walsender' or (backend_type = 'client backend' and datname = current_database()))
        and age(backend_xmin) >= age(${transaction}::xid8::xid)) as has`.execute(tx);
  return rows[0]?.has === true;
}

/** Nobody reads or writes the table, or one that it refers to, until the transaction ends. */
export async function lockAround(tx: Tx, table: PartitionedTable): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct confrelid::regclass::text as name from pg_constraint
    where conrelid = ${table.name}::regclass and contype = 'f'`.execute(tx);
  const names = [...rows.map(({ name }) => name), table.name];
  await sql`lock table ${sql.join(names.map((name) => sql.id(name)))} in access exclusive mode`.execute(tx);
}

/** The months take the place of the first partition, which goes: only the catalogue changes. Ends the move. */
export async function takePlace(
  tx: Tx,
  table: PartitionedTable,
  { partition }: PartitionMove,
  months: readonly NewMonth[],
): Promise<void> {
  const [parent, moving, first] = [sql.id(table.name), sql.id(movingName(table)), sql.id(partition)];
  await sql`alter table ${parent} detach partition ${first}`.execute(tx);
  await sql`drop table ${first}`.execute(tx);
  for (const month of months) {
    await sql`alter table ${moving} detach partition ${sql.id(month.name)}`.execute(tx);
    await attach(tx, table.name, table, month);
    await sql`alter table ${sql.id(month.name)} drop constraint ${sql.id(`${month.name}_bound`)}`.execute(tx);
  }
  await sql`drop table ${moving}`.execute(tx);
  await tx.deleteFrom('partition_moves').where('table_name', '=', table.name).execute();
}

/** Copies go; rows stay where they are. */
export async function abandonMove(tx: Tx, table: PartitionedTable): Promise<void> {
  await sql.raw(abandonText(table.name)).execute(tx);
}

/**
 * Statements that take back the moves that have begun, of one table or of all; nothing where the database knows none. The
 * locks are asked for in short turns: nobody queues up behind them.
 */
export function abandonText(table?: string): string {
  const isWanted = table === undefined ? '' : ` where table_name = '${table}'`;
  return `do $$
    declare
      move record;
    begin
      if to_regclass('partition_moves') is null then return; end if;
      for move in execute 'select table_name, partition from partition_moves${isWanted.replaceAll("'", "''")}' loop
        for turn in 1..1200 loop
          begin
            set local lock_timeout = '300ms';
            if to_regclass(quote_ident(move.partition)) is not null then
              execute format('drop trigger if exists moved_rows on %I', move.partition);
            end if;
            execute format('drop table if exists %I', move.table_name || '_moving');
            execute 'delete from partition_moves where table_name = $1' using move.table_name;
            exit;
          exception when lock_not_available or deadlock_detected then
            if turn = 1200 then
              raise exception '% was never free for 300 ms: end the transactions that hold it', move.table_name;
            end if;
            perform pg_sleep(0.5);
          end;
        end loop;
        set local lock_timeout = 0;
      end loop;
    end $$`;
}

async function attach(tx: Tx, parent: string, table: PartitionedTable, { name, from, to }: NewMonth) {
  const lower: Bound | undefined = from && toBound(table, from);
  await sql`alter table ${sql.id(parent)} attach partition ${sql.id(name)}
    for values from (${lower === undefined ? sql`minvalue` : sql.lit(lower)})
    to (${sql.lit(toBound(table, to))})`.execute(tx);
}

async function listReferences(
  tx: Tx,
  table: string,
): Promise<readonly { name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f' order by conname`.execute(tx);
  return rows;
}

async function listColumns(tx: Tx, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx);
  return rows.map(({ name }) => name);
}

async function listKeyColumns(tx: Tx, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indrelid = ${table}::regclass and indisprimary order by attnum`.execute(tx);
  return rows.map(({ name }) => name);
}
