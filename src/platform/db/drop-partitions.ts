import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from './errors.ts';
import { listPartitions } from './partitions.ts';
import type { OpenDatabase, Tx } from './types.ts';

/** Between two turns of a drop that others hold up. */
const waitMs = 250;

export type DropPartitionsOptions = {
  /** The partitioned table. */
  readonly table: string;
  /** Partitions that ended by then go. */
  readonly before: Date;
  /** False: something in the partition must stay, and with it the whole partition. Nobody writes to it meanwhile. */
  readonly mayGo: (tx: Tx, partition: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
};

/** Partitions by their names, oldest first. */
export type DroppedPartitions = { readonly dropped: readonly string[]; readonly kept: readonly string[] };

/**
 * Drops the partitions of a table that ended before a moment, but for the newest one, each in a transaction of its own.
 * Rejects with `database_timeout` while others hold the table or one that it refers to; what was dropped stays so, and
 * the next run goes on.
 */
export async function dropPartitions(
  open: OpenDatabase,
  { table, before, mayGo, signal }: DropPartitionsOptions,
): Promise<DroppedPartitions> {
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
      { turns: 20, signal },
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
async function inTurns<T>(
  run: () => Promise<T>,
  { turns, signal }: { readonly turns: number; readonly signal: AbortSignal | undefined },
): Promise<T> {
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
