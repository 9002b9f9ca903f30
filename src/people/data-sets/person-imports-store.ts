import { type Db, fromRow, jsonb, type ToRow, type Tx } from '../../platform/db/index.ts';
import type { FaultCounts } from '../rows/refused-rows-store.ts';

export type ImportState = 'loading' | 'ready' | 'failed' | 'withdrawn';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    person_imports: ToRow<Omit<PersonImport, 'id' | 'rows' | 'records' | 'isRevocable'>> & {
      id: import('kysely').Generated<number>;
      row_count: number | null;
      record_counts: Readonly<Record<string, number>> | null;
      /** Of the records that it replaced; of a withdrawn import, of its own. */
      spent_records: import('kysely').Generated<'kept' | 'to_remove' | 'removed'>;
    };
  }
}

/** One import of a data set and its result. */
export type PersonImport = {
  readonly id: number;
  readonly state: ImportState;
  readonly format: string;
  readonly dataDate: string | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  /** Rows read, good and bad. */
  readonly rows: number | undefined;
  /** Records kept, by source. */
  readonly records: Readonly<Record<string, number>> | undefined;
  readonly refusedRows: FaultCounts | undefined;
  readonly failure: string | undefined;
  /** True while what it replaced is still there: a rollback takes this one back. */
  readonly isRevocable: boolean;
};

export async function insertImport(
  db: Db,
  values: Pick<PersonImport, 'format' | 'dataDate'> & { readonly now: Date },
): Promise<number> {
  const row = await db
    .insertInto('person_imports')
    .values({
      state: 'loading',
      format: values.format,
      data_date: values.dataDate ?? null,
      started_at: values.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Writes down how an import ended; its records count from the moment it is ready, and are to be removed when it failed.
 * False, with nothing written, when it has ended already.
 */
export async function finishImport(
  db: Db | Tx,
  id: number,
  values: Pick<PersonImport, 'state'> &
    Partial<Pick<PersonImport, 'rows' | 'records' | 'refusedRows' | 'failure'>> & { readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person_imports')
    .set({
      state: values.state,
      finished_at: values.now,
      row_count: values.rows ?? null,
      ...(values.state === 'failed' && { spent_records: 'to_remove' as const }),
      failure: values.failure ?? null,
      ...(values.records && { record_counts: jsonb(values.records) }),
      ...(values.refusedRows && { refused_rows: jsonb(values.refusedRows) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for an import that counts. Waits for whoever is making it ready, who may have lost the connection. */
export async function isReady(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('person_imports')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'ready';
}

/** Imports, the newest first. */
export async function listImports(db: Db | Tx, limit = 20): Promise<readonly PersonImport[]> {
  const rows = await db.selectFrom('person_imports').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ row_count: count, record_counts: records, spent_records: spent, ...row }) => ({
    ...fromRow(row),
    rows: count ?? undefined,
    records: records ?? undefined,
    isRevocable: row.state === 'ready' && spent === 'kept',
  }));
}

/** Imports that did not end: of processes that were killed, for the holder of the lock. */
export async function listUnfinishedImports(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('person_imports').select('id').where('state', '=', 'loading').execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets what an import replaced stay, so that the import can be taken back; what earlier imports replaced has no use
 * then. Part of the transaction that makes the import ready.
 */
export async function keepReplacedRecords(tx: Tx, id: number): Promise<void> {
  await forgetReplacedRecords(tx);
  await tx.updateTable('person_imports').set({ spent_records: 'kept' }).where('id', '=', id).execute();
}

/** Gives up what imports replaced, of those that ended before a moment; without one, of all. */
export async function forgetReplacedRecords(db: Db | Tx, endedBefore?: Date): Promise<void> {
  let query = db
    .updateTable('person_imports')
    .set({ spent_records: 'to_remove' })
    .where('spent_records', '=', 'kept');
  if (endedBefore !== undefined) query = query.where('finished_at', '<', endedBefore);
  await query.execute();
}

/** Takes the import that can be taken back out of service; gives its number, or undefined when there is none. */
export async function withdrawImport(tx: Tx): Promise<number | undefined> {
  const row = await tx
    .updateTable('person_imports')
    .set({ state: 'withdrawn', spent_records: 'to_remove' })
    .where('state', '=', 'ready')
    .where('spent_records', '=', 'kept')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Imports with records that are to be removed, the oldest first. */
export async function listSpentImports(
  db: Db,
): Promise<readonly { readonly id: number; readonly isInService: boolean }[]> {
  const rows = await db
    .selectFrom('person_imports')
    .select(['id', 'state'])
    .where('spent_records', '=', 'to_remove')
    .orderBy('id')
    .execute();
  return rows.map(({ id, state }) => ({ id, isInService: state === 'ready' }));
}

/** Writes down that the spent records of an import are gone. */
export async function noteSpentRemoved(db: Db, id: number): Promise<void> {
  await db.updateTable('person_imports').set({ spent_records: 'removed' }).where('id', '=', id).execute();
}

/** The number of the last import that counts; undefined when there is none. */
export async function findNewestImport(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('person_imports')
    .select('id')
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
