import type { TableColumns } from '../platform/db/index.ts';

/** The first record of a backup. */
export type BackupManifest = {
  readonly createdAt: string;
  readonly migrations: readonly MigrationMark[];
  readonly tables: readonly TableColumns[];
};

/** The last record of a backup. It reveals a truncated file. */
export type BackupEnd = {
  readonly rows: Readonly<Record<string, number>>;
  readonly images: number;
  /** Photos that were erased while the backup was made. */
  readonly erased: readonly string[];
  /** Photos that were missing although their rows stayed. */
  readonly missing: readonly string[];
};

export type BackupProgress = {
  /** The table, or `photos`. */
  readonly subject: string;
  readonly done: number;
  readonly total?: number;
};

export type BackupSummary = {
  readonly createdAt: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly images: number;
  /** Of the file, in hex. */
  readonly sha256: string;
};

/**
 * Tables that are not in a backup: what a deployment knows of itself, the companies' registry, imported again, what the
 * migrations make, and the notes of changes to faces, which a trigger writes while the faces are restored.
 */
const leftOut =
  /^(registry_|schema_migrations$|deployment_state$|image_places$|jobs$|job_ticks$|face_changes$)/;

type Query = { rows(text: string): Promise<readonly Record<string, unknown>[]> };

/** The tables of the service with their columns, but for computed ones. A partitioned table counts, its partitions do not. */
export async function listTables(database: Query): Promise<readonly TableColumns[]> {
  const rows = await database.rows(`
    select c.relname as table, array_to_string(array_agg(a.attname::text order by a.attnum), ',') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  return rows
    .map((row) => ({ table: String(row.table), columns: String(row.columns).split(',') }))
    .filter(({ table }) => !leftOut.test(table));
}

type MigrationMark = { readonly name: string; readonly sha256: string };

/** Which migrations the database has seen: what tells its version. */
export async function listMigrations(database: Query): Promise<readonly MigrationMark[]> {
  const rows = await database.rows('select name, sha256 from schema_migrations order by name');
  return rows.map((row) => ({ name: String(row.name), sha256: String(row.sha256) }));
}
