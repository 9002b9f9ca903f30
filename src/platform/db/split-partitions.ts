import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from './errors.ts';
import { inTurns } from './in-turns.ts';
import { lockWork } from './lock-work.ts';
import type { OpenDatabase } from './open-database.ts';
import {
  abandonMove,
  areEqual,
  beginMove,
  copyBlocks,
  countBlocks,
  currentTransaction,
  findLowestKey,
  findMove,
  hasEarlierReaders,
  lockAround,
  makeMonth,
  type NewMonth,
  type PartitionMove,
  repeatChanges,
  takePlace,
} from './partition-moves-store.ts';
import {
  addMonths,
  listPartitions,
  nameOfMonth,
  type Partition,
  type PartitionedTable,
  startOfMonth,
  toMoment,
} from './partitions.ts';
import type { Tx } from './types.ts';

export type SplitProgress = { readonly table: string; readonly done: number; readonly total: number };

export type SplitPartitionsOptions = {
  /** Rows a second at most, of all tables together. */
  readonly rowsPerSecond: number;
  readonly signal: AbortSignal;
  /** Of one table; `done` and `total` count blocks of 8 KB. */
  readonly onProgress?: (progress: SplitProgress) => void;
};

/** A table whose first partition was split now, with the names of its months. */
export type SplitTable = { readonly table: string; readonly months: readonly string[] };

/** Blocks in one transaction: 512 KB. Their rows cannot be changed meanwhile. */
const blocksAtOnce = 64;
/** Older rows go into the earliest month: a clock that was off by decades must not fill the catalogue. */
const mostMonths = 120;
/** Ten minutes. */
const turns = 2_400;

/**
 * Splits the first partition of each table, which holds the rows from before partitions, into months, and gives the tables
 * that it split. May be ended at any moment, and called again: it goes on where it was. Rows are copied in short
 * transactions; changes of rows meanwhile are made in the copies too. Then the months take the place of the first
 * partition in one transaction that changes the catalogue only.
 *
 * Rejects with `partitions_split_running` while another process does it, with `database_timeout` when a table or those
 * that it refers to were never free for a moment, and with `partitions_split_unequal` when the copy is not equal; it is
 * taken back then. See docs/decisions/0200.
 */
export async function splitPartitions(
  open: OpenDatabase,
  options: SplitPartitionsOptions,
): Promise<readonly SplitTable[]> {
  await using lock = await lockWork(open, 'partitions/split');
  if (lock === undefined) throw new DatabaseError('partitions_split_running');
  const split: SplitTable[] = [];
  for (const { name } of await listPartitions(open)) {
    const months = await splitTable(open, name, options);
    if (months.length > 0) split.push({ table: name, months: months.map((month) => month.name) });
  }
  return split;
}

async function splitTable(
  open: OpenDatabase,
  name: string,
  options: SplitPartitionsOptions,
): Promise<readonly NewMonth[]> {
  const held = await findPartitions(open, name);
  const begun = await findMove(open.db, held);
  if (begun !== undefined && !held.partitions.some((it) => it.name === begun.partition)) {
    // It was dropped meanwhile, as old months are.
    await inBriefTransaction(open, options, (tx) => abandonMove(tx, held));
  }
  const table = await findPartitions(open, name);
  const first = table.partitions[0];
  if (first?.to === undefined || first.from !== undefined) return [];
  const move = await begin(open, table, { ...first, to: first.to }, options);
  if (move === undefined) return [];
  const months = monthsOf(table, move.firstMonth, first.to);
  await prepare(open, table, move, months, options);
  await copy(open, table, move, options);
  if (!(await isEqualCopy(open, table, move))) {
    await inBriefTransaction(open, options, (tx) => abandonMove(tx, table));
    throw new DatabaseError('partitions_split_unequal', { detail: `The table is ${name}.` });
  }
  await replace(open, table, move, months, options);
  return months;
}

async function findPartitions(open: OpenDatabase, name: string): Promise<PartitionedTable> {
  return (await listPartitions(open)).find((table) => table.name === name)!;
}

/** The move, begun now or before; undefined when there is nothing to split. */
async function begin(
  open: OpenDatabase,
  table: PartitionedTable,
  { name, to }: Partition & { readonly to: Date },
  options: SplitPartitionsOptions,
): Promise<PartitionMove | undefined> {
  const begun = await findMove(open.db, table);
  if (begun !== undefined) return begun;
  const lastMonth = startOfMonth(new Date(to.getTime() - 1));
  const key = await findLowestKey(open.db, table, name);
  if (key === undefined || name === nameOfMonth(table, lastMonth)) return undefined;
  const earliest = Math.max(
    startOfMonth(toMoment(table, key)).getTime(),
    addMonths(lastMonth, 1 - mostMonths).getTime(),
  );
  const firstMonth = new Date(earliest);
  await inBriefTransaction(open, options, (tx) => beginMove(tx, table, { partition: name, firstMonth }));
  return await findMove(open.db, table);
}

function monthsOf(table: PartitionedTable, firstMonth: Date, end: Date): readonly NewMonth[] {
  const months: NewMonth[] = [];
  for (let from = firstMonth; from < end; ) {
    const next = addMonths(startOfMonth(from), 1);
    const to = next > end ? end : next;
    months.push({ name: nameOfMonth(table, from), from: months.length === 0 ? undefined : from, to });
    from = to;
  }
  return months;
}

async function prepare(
  open: OpenDatabase,
  table: PartitionedTable,
  move: PartitionMove,
  months: readonly NewMonth[],
  options: SplitPartitionsOptions,
): Promise<void> {
  if (move.nextBlock !== null) return;
  // One by one: each holds the tables that it refers to for a moment.
  for (const month of months) await inBriefTransaction(open, options, (tx) => makeMonth(tx, table, month));
  await inBriefTransaction(open, options, (tx) => repeatChanges(tx, table, move));
}

async function copy(
  open: OpenDatabase,
  table: PartitionedTable,
  { partition, nextBlock }: PartitionMove,
  options: SplitPartitionsOptions,
): Promise<void> {
  // Rows that come later are the trigger's.
  const total = await countBlocks(open.db, partition);
  for (let from = nextBlock ?? 0; from < total; from += blocksAtOnce) {
    const startedMs = performance.now();
    const to = from + blocksAtOnce;
    // A copy that waits gives up before the database would end whoever waits for it.
    const rows = await inBriefTransaction(
      open,
      options,
      (tx) => copyBlocks(tx, table, { partition, from, to }),
      50,
    );
    options.onProgress?.({ table: table.name, done: Math.min(to, total), total });
    const restMs = (rows / options.rowsPerSecond) * 1_000 - (performance.now() - startedMs);
    if (restMs > 0) await delay(restMs, undefined, { signal: options.signal });
  }
}

async function isEqualCopy(
  open: OpenDatabase,
  table: PartitionedTable,
  move: PartitionMove,
): Promise<boolean> {
  return await open.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return await areEqual(tx, table, move);
  });
}

async function replace(
  open: OpenDatabase,
  table: PartitionedTable,
  move: PartitionMove,
  months: readonly NewMonth[],
  options: SplitPartitionsOptions,
): Promise<void> {
  const copied = await currentTransaction(open.db);
  await inBriefTransaction(open, options, async (tx) => {
    if (await hasEarlierReaders(tx, copied)) throw new DatabaseError('database_timeout');
    await lockAround(tx, table);
    await takePlace(tx, table, move, months);
  });
}

/** In a transaction that gives up when it must wait for a lock, and is tried again. */
async function inBriefTransaction<T>(
  open: OpenDatabase,
  { signal }: SplitPartitionsOptions,
  run: (tx: Tx) => Promise<T>,
  waitMs = 100,
): Promise<T> {
  return await inTurns(
    () =>
      open.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(`${waitMs}ms`)}`.execute(tx);
        return await run(tx);
      }),
    { turns, signal },
  );
}
