import { sql } from 'kysely';
import {
  type Db,
  fromRow,
  jsonb,
  lockWork,
  type OpenDatabase,
  type ToRow,
  type Tx,
} from '../platform/db/index.ts';
import { RegistryError } from './errors.ts';
import type { RegistrySelection } from './import/judge-rows.ts';
import type { RegistryTable } from './import/receita-layout.ts';
import { tableName } from './registry-tables-store.ts';

/** One check of an imported generation. A value beyond its limit keeps the generation out of service. */
export type GenerationCheck = {
  readonly name: string;
  /** A share from 0 to 1. */
  readonly value: number;
  readonly limit: number;
  readonly passed: boolean;
  /** The sources of the generation. Holds codes and counts, never a row. */
  readonly detail?: string;
};

export type GenerationChanges = {
  /** That generation's number. */
  readonly since: number;
  /** Numbers that it had not. */
  readonly opened: number;
  /** Numbers that only it had. */
  readonly removed: number;
  /** Those closed meanwhile (status 08). */
  readonly closed: number;
  /** Those whose status changed, the closed among them. */
  readonly statusChanged: number;
};

export type GenerationState = 'loading' | 'ready' | 'failed' | 'pruned';

export type RowCounts = Readonly<Record<RegistryTable, number>>;

/** By `RefusalReason`. */
export type RefusedRowCounts = Readonly<Record<string, number>>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    registry_generations: ToRow<Generation>;
    registry_current: { only_row?: boolean; generation: number; switched_at: Date };
    registry_refused_rows: RefusedRow & { readonly generation: number };
  }
}

/** One import and its result. */
export type Generation = {
  readonly id: number;
  readonly state: GenerationState;
  readonly dataMonth: string;
  readonly selection: RegistrySelection | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly rowCounts: RowCounts | undefined;
  readonly refusedRows: RefusedRowCounts | undefined;
  readonly checks: readonly GenerationCheck[] | undefined;
  readonly changes: GenerationChanges | undefined;
  readonly failure: string | undefined;
  /** When a rollback took it out of service; undefined for the others. */
  readonly withdrawnAt: Date | undefined;
};

/** Every generation, the newest first. */
export async function listGenerations(db: Db | Tx): Promise<readonly Generation[]> {
  const rows = await db.selectFrom('registry_generations').selectAll().orderBy('id', 'desc').execute();
  return rows.map((row) => fromRow(row));
}

/** The generation that answers, and since when. */
export async function findCurrent(
  db: Db | Tx,
): Promise<{ readonly generation: number; readonly switchedAt: Date } | undefined> {
  const row = await db.selectFrom('registry_current').selectAll().executeTakeFirst();
  return row && fromRow(row, 'only_row');
}

/** A new generation, numbered after the last. */
export async function insertGeneration(
  db: Db,
  values: {
    readonly dataMonth: string;
    readonly selection: RegistrySelection | undefined;
    readonly now: Date;
  },
): Promise<number> {
  const row = await db
    .insertInto('registry_generations')
    .values((eb) => ({
      id: sql<number>`(select coalesce(max(id), 0) + 1 from registry_generations)`,
      state: 'loading' as const,
      data_month: values.dataMonth,
      selection: values.selection === undefined ? eb.val(null) : jsonb(values.selection),
      started_at: values.now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes down how a generation ended. False, with nothing written, when it has ended already. */
export async function finishGeneration(
  db: Db | Tx,
  id: number,
  values: Pick<Generation, 'state'> &
    Partial<Pick<Generation, 'rowCounts' | 'refusedRows' | 'checks' | 'changes' | 'failure'>> & {
      readonly now: Date;
    },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registry_generations')
    .set({
      state: values.state,
      finished_at: values.now,
      failure: values.failure ?? null,
      ...(values.rowCounts && { row_counts: jsonb(values.rowCounts) }),
      ...(values.refusedRows && { refused_rows: jsonb(values.refusedRows) }),
      ...(values.checks && { checks: jsonb(values.checks) }),
      ...(values.changes && { changes: jsonb(values.changes) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for a generation that was put in service. Waits for whoever is doing that, who may have lost the connection. */
export async function isReady(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('registry_generations')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'ready';
}

/** Marks a generation whose tables go. False, with nothing written, when its state is another by now. */
export async function markGeneration(
  tx: Tx,
  { id, state: before }: Pick<Generation, 'id' | 'state'>,
  state: GenerationState,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('registry_generations')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a rollback takes a generation out of service. */
export async function withdrawGeneration(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('registry_generations').set({ withdrawn_at: now }).where('id', '=', id).execute();
}

/** The first bytes of a row that was put aside, and where it stands. */
type RefusedRow = {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly raw: Uint8Array;
};

/** Rows put aside, in the order given. */
export async function insertRefusedRows(
  db: Db,
  rows: readonly (RefusedRow & { readonly generation: number })[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('registry_refused_rows')
      .values(rows.slice(at, at + 500))
      .execute();
  }
}

/** The refused rows of a generation, by file and line, after the given row. */
export async function findRefusedRows(
  db: Db,
  options: {
    readonly generation: number;
    readonly after?: { readonly file: string; readonly line: number } | undefined;
    readonly limit: number;
  },
): Promise<readonly RefusedRow[]> {
  const { generation, after, limit } = options;
  return db
    .selectFrom('registry_refused_rows')
    .select(['file', 'line', 'reason', 'raw'])
    .where('generation', '=', generation)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(file, line) > (${after!.file}, ${after!.line})`),
    )
    .orderBy('file')
    .orderBy('line')
    .limit(limit)
    .execute();
}

export async function deleteRefusedRows(db: Db | Tx, generation: number): Promise<void> {
  await db.deleteFrom('registry_refused_rows').where('generation', '=', generation).execute();
}

/**
 * The changes of the establishments between two generations: new numbers, missing numbers, closures (status 08), and
 * all changes of status. Of a range of roots only when one is given, without `to`. Parallel workers stay off while
 * others use the database.
 */
export async function compareEstablishments(
  db: Db,
  older: number,
  newer: number,
  options: {
    readonly isShared: boolean;
    readonly stretch?: { readonly from: string; readonly to: string | undefined };
  },
): Promise<Omit<GenerationChanges, 'since'>> {
  const { isShared, stretch } = options;
  const rowsOf = (generation: number) => sql`(
    select root, branch, status from ${sql.raw(tableName(generation, 'establishments'))}
    where ${stretch === undefined ? sql`true` : sql`root >= ${stretch.from}`}
      and ${stretch?.to === undefined ? sql`true` : sql`root < ${stretch.to}`}
  )`;
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local work_mem = '256MB'`.execute(tx);
    if (isShared) await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    return sql<{ opened: number; removed: number; closed: number; status_changed: number }>`
      select
        count(*) filter (where o.root is null) as opened,
        count(*) filter (where n.root is null) as removed,
        count(*) filter (where o.status <> '08' and n.status = '08') as closed,
        count(*) filter (where o.status <> n.status) as status_changed
      from ${rowsOf(older)} o full join ${rowsOf(newer)} n on o.root = n.root and o.branch = n.branch
    `.execute(tx);
  });
  const { opened, removed, closed, status_changed: statusChanged } = rows[0]!;
  return { opened, removed, closed, statusChanged };
}

/** Which generation of the registry answers, and of which month it is (`YYYY-MM`), in one statement. */
export async function findRegistrySummary(db: Db) {
  const row = await db
    .selectFrom('registry_current')
    .innerJoin('registry_generations', 'registry_generations.id', 'registry_current.generation')
    .select(['registry_current.generation', 'registry_generations.data_month'])
    .executeTakeFirst();
  return row === undefined ? { imported: false } : { imported: true, ...fromRow(row) };
}

/** SQL for the generation in service, to be read in a statement of another store; null before the first import. */
export const selectCurrentGeneration = '(select generation from registry_current)';

/**
 * The right to change generations, for one at a time in all processes together. Rejects with
 * `registry_import_running` when another holds it.
 */
export async function lockImport(database: OpenDatabase): Promise<AsyncDisposable> {
  const lock = await lockWork(database, 'registry/import');
  if (lock === undefined) throw new RegistryError('registry_import_running');
  return lock;
}
