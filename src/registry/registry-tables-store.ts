import { sql } from 'kysely';
import type { CopyStreamQuery } from 'pg-copy-streams';
import {
  copyBlob,
  type Db,
  type EmbeddedDatabase,
  type OpenDatabase,
  type PostgresDatabase,
  type Tx,
  takeClient,
  toDatabaseErrorOfWork,
} from '../platform/db/index.ts';
import { columnsOf, type RegistryTable } from './import/receita-layout.ts';

export const registryTables: readonly RegistryTable[] = [
  'codes',
  'establishments',
  'companies',
  'simples',
  'partners',
];

/** The name of a generation's table. Made of a number and a word of ours, so it needs no quoting. */
export function tableName(generation: number, table: RegistryTable): string {
  return `registry_g${Math.trunc(generation)}_${table}`;
}

/**
 * The statement that makes a table of a generation. Columns are text as the files hold them. Numbers compare by
 * byte, which sorts and looks up faster than the rules of a language.
 */
export function createTableSql(generation: number, table: RegistryTable): string {
  const columns = columnsOf(table).map((name) =>
    name === 'root' || name === 'branch' ? `${name} text COLLATE "C" NOT NULL` : `${name} text NOT NULL`,
  );
  if (table === 'codes') {
    return `create table ${tableName(generation, table)} (code text collate "C" primary key, description text not null)`;
  }
  return `create table ${tableName(generation, table)} (${columns.join(', ')}) with (autovacuum_enabled = false)`;
}

/** The statements that make the indexes of a table: that by which it is read first. */
export function createIndexesSql(generation: number, table: RegistryTable): readonly string[] {
  const name = tableName(generation, table);
  if (table === 'codes') return [];
  if (table === 'establishments') return [`create unique index ${name}_key on ${name} (root, branch)`];
  return [`create ${table === 'partners' ? '' : 'unique '}index ${name}_key on ${name} (root)`];
}

/** Statistics of the columns that are looked up by; those of thirty columns would take longer than the index. */
function analyzeSql(generation: number, table: RegistryTable): string {
  const columns = {
    codes: 'code',
    establishments: 'root, branch',
    companies: 'root',
    simples: 'root',
    partners: 'root',
  };
  return `analyze ${tableName(generation, table)} (${columns[table]})`;
}

/** Numbers are all alike: a small sample says what there is to say about them, in a tenth of the time. */
const fewStatistics = 10;

/** Runs a statement of `analyze` on the embedded database with so small a sample that nobody waits for it. */
export async function analyzeGently(database: EmbeddedDatabase, statement: string): Promise<void> {
  await database.execute(
    `begin; set local default_statistics_target = ${fewStatistics}; ${statement}; commit`,
  );
}

/** Every table of a generation, with those made of the others. */
function namesOf(generation: number): readonly string[] {
  const made = [searchTableName(generation), postalCodesTableName(generation)];
  return [...made, ...registryTables.map((table) => tableName(generation, table))];
}

export async function dropGenerationTables(db: Db | Tx, generation: number): Promise<void> {
  for (const name of namesOf(generation)) await sql.raw(`drop table if exists ${name}`).execute(db);
}

/** The size of a generation's tables and their indexes on disk, in bytes. */
export async function measureGenerationTables(db: Db, generation: number): Promise<number> {
  const names = namesOf(generation);
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(pg_total_relation_size(to_regclass(name)))::bigint as bytes from unnest(${names}::text[]) as name
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Rows on their way to PostgreSQL, so that neither side waits for the other's every piece. */
const bufferedBytes = 1 << 22;

/** A table of a generation on its way: rows, then its indexes. */
export type TableLoad = {
  /** Takes rows as CSV in UTF-8. Resolves when more may be written. */
  write(rows: Buffer): Promise<void>;
  /** Resolves when the database has taken all rows. */
  endRows(): Promise<void>;
  /** Makes the indexes and commits. While others use the database, with one process of it at a time. */
  finish(options: { readonly isShared: boolean }): Promise<void>;
  /** Runs a step; when it fails nothing of the table stays. */
  run(step: () => Promise<void>): Promise<void>;
  /** Ends it without a trace; answers the error given, to be thrown. */
  abandon(error: unknown): Promise<unknown>;
};

/**
 * Makes a table of a generation. With PostgreSQL everything happens in one transaction on a connection of its own,
 * rows are frozen as they arrive (nobody can see the table before), and the indexes follow in the same transaction.
 * The embedded database takes pieces one by one, so that others get their turn between, and has its indexes from
 * the start: nobody waits for one to be made.
 */
export async function openTableLoad(
  database: OpenDatabase,
  generation: number,
  table: RegistryTable,
): Promise<TableLoad> {
  return database.kind === 'embedded'
    ? openEmbeddedLoad(database, generation, table)
    : openPostgresLoad(database, generation, table);
}

function copyTarget(generation: number, table: RegistryTable): string {
  return `${tableName(generation, table)} (${columnsOf(table).join(', ')})`;
}

async function openEmbeddedLoad(
  database: EmbeddedDatabase,
  generation: number,
  table: RegistryTable,
): Promise<TableLoad> {
  await database.execute(createTableSql(generation, table));
  for (const index of createIndexesSql(generation, table)) await database.execute(index);
  const target = copyTarget(generation, table);
  return {
    // Kysely's turn on the one connection is taken, so that no piece lands in somebody's transaction.
    write: (rows) =>
      database.db
        .connection()
        .execute(() => copyBlob(database.pglite, target, rows, `format csv, delimiter ';'`)),
    endRows: async () => {},
    finish: () => analyzeGently(database, analyzeSql(generation, table)),
    run: (step) => step(),
    abandon: async (error) => error,
  };
}

async function openPostgresLoad(
  database: PostgresDatabase,
  generation: number,
  table: RegistryTable,
): Promise<TableLoad> {
  const { from } = await import('pg-copy-streams');
  const client = await takeClient(database.sessions);
  let isReleased = false;
  const release = (error?: Error) => {
    if (!isReleased) client.release(error);
    isReleased = true;
  };
  const run = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      // A connection that is thrown away takes its transaction with it.
      release(error instanceof Error ? error : new Error(String(error)));
      throw toDatabaseErrorOfWork(error);
    }
  };
  let copy: CopyStreamQuery | undefined;
  let ended: Promise<void> = Promise.resolve();
  await run(async () => {
    await client.query('begin; set local statement_timeout = 0; set local synchronous_commit = off');
    await client.query(createTableSql(generation, table));
    const text = `copy ${copyTarget(generation, table)} from stdin with (format csv, delimiter ';', freeze)`;
    const stream = client.query(from(text, { highWaterMark: bufferedBytes }));
    ended = new Promise<void>((resolve, reject) => {
      stream.once('finish', resolve);
      stream.once('error', (error) => {
        // It has let go of its connection, and would end the process with the next piece to send or with a later end.
        stream.destroy();
        reject(error);
      });
    });
    // Reported where it is awaited, below.
    ended.catch(() => {});
    copy = stream;
  });
  return {
    async write(rows) {
      if (copy?.write(rows)) return;
      await Promise.race([ended, new Promise((resolve) => copy?.once('drain', resolve))]);
    },
    async endRows() {
      copy?.end();
      await ended;
      copy = undefined;
    },
    async finish({ isShared }) {
      await client.query(`set local maintenance_work_mem = '256MB'`);
      if (isShared) await client.query('set local max_parallel_maintenance_workers = 0');
      for (const index of createIndexesSql(generation, table)) await client.query(index);
      await client.query(`set local default_statistics_target = ${fewStatistics}`);
      await client.query(analyzeSql(generation, table));
      await client.query('commit');
      release();
    },
    run: (step) =>
      run(async () => {
        try {
          await step();
        } catch (error) {
          copy?.destroy(error instanceof Error ? error : new Error(String(error)));
          await ended.catch(() => {});
          throw error;
        }
      }),
    async abandon(error) {
      release(new Error('the load was given up'));
      return error;
    },
  };
}

/** Transactions that this database has ended, whoever's; PostgreSQL only. */
export async function countTransactions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (xact_commit + xact_rollback)::bigint as count from pg_stat_database where datname = current_database()
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The name of the table that says which cities a generation knows for a postal code. It needs no quoting. */
export function postalCodesTableName(generation: number): string {
  return `registry_g${Math.trunc(generation)}_postal_codes`;
}

/** The name of what a generation is searched by. Made of a number and words of ours, so it needs no quoting. */
export function searchTableName(generation: number): string {
  return `registry_g${Math.trunc(generation)}_search`;
}
