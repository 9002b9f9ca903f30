import { type Db, jsonb } from '../../platform/db/index.ts';
import type { FaultCounts } from '../rows/quarantine-store.ts';

export type ImportState = 'loading' | 'ready' | 'failed';

type PersonImportsTable = {
  id: import('kysely').Generated<number>;
  state: ImportState;
  format: string;
  data_date: string | null;
  started_at: Date;
  finished_at: Date | null;
  row_count: number | null;
  record_counts: Readonly<Record<string, number>> | null;
  quarantine_counts: FaultCounts | null;
  failure: string | null;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    person_imports: PersonImportsTable;
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
  readonly quarantined: FaultCounts | undefined;
  readonly failure: string | undefined;
};

export async function insertImport(
  db: Db,
  values: { readonly format: string; readonly dataDate: string | undefined; readonly now: Date },
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

/** Writes down how an import ended; its records count from the moment it is ready. */
export async function finishImport(
  db: Db,
  id: number,
  values: {
    readonly state: ImportState;
    readonly now: Date;
    readonly rows?: number;
    readonly records?: Readonly<Record<string, number>>;
    readonly quarantined?: FaultCounts;
    readonly failure?: string;
  },
): Promise<void> {
  await db
    .updateTable('person_imports')
    .set({
      state: values.state,
      finished_at: values.now,
      row_count: values.rows ?? null,
      failure: values.failure ?? null,
      ...(values.records && { record_counts: jsonb(values.records) }),
      ...(values.quarantined && { quarantine_counts: jsonb(values.quarantined) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Imports, the newest first. */
export async function listImports(db: Db, limit = 20): Promise<readonly PersonImport[]> {
  const rows = await db.selectFrom('person_imports').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    format: row.format,
    dataDate: row.data_date ?? undefined,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
    rows: row.row_count ?? undefined,
    records: row.record_counts ?? undefined,
    quarantined: row.quarantine_counts ?? undefined,
    failure: row.failure ?? undefined,
  }));
}

/** Imports that did not end: of processes that were killed, for the holder of the lock. */
export async function listUnfinishedImports(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('person_imports').select('id').where('state', '=', 'loading').execute();
  return rows.map(({ id }) => id);
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
