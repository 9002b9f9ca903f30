import { sql } from 'kysely';
import type { Db, OpenDatabase, Tx } from '../platform/db/index.ts';
import { columnsOf, type RegistryTable } from './receita-layout.ts';

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

/** The statement that makes the index by which a table is read. */
export function createIndexSql(generation: number, table: RegistryTable): string | undefined {
  const name = tableName(generation, table);
  if (table === 'codes') return undefined;
  if (table === 'establishments') return `create unique index ${name}_key on ${name} (root, branch)`;
  return `create ${table === 'partners' ? '' : 'unique '}index ${name}_key on ${name} (root)`;
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

/** Drops what there is of a generation's tables. */
export async function dropGenerationTables(db: Db | Tx, generation: number): Promise<void> {
  for (const table of registryTables) {
    await sql.raw(`drop table if exists ${tableName(generation, table)}`).execute(db);
  }
}

/** What the tables of a generation and their indexes take on disk, in bytes. */
export async function measureGenerationTables(db: Db, generation: number): Promise<number> {
  const names = registryTables.map((table) => tableName(generation, table));
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(pg_total_relation_size(to_regclass(name)))::bigint as bytes from unnest(${names}::text[]) as name
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Rows on their way to PostgreSQL, so that neither side waits for the other's every piece. */
const bufferedBytes = 1 << 22;

/** A place that takes rows of a table as CSV in UTF-8. */
export type RowTarget = {
  /** Resolves when more may be written. */
  write(rows: Buffer): Promise<void>;
};

/**
 * Makes and fills one table of a generation. With PostgreSQL everything happens in one transaction on a
 * connection of its own, rows are frozen as they arrive (nobody can see the table before), and the index follows
 * in the same transaction. The embedded database takes pieces one by one, so that others get their turn between.
 */
export async function fillTable(
  database: OpenDatabase,
  generation: number,
  table: RegistryTable,
  fill: (target: RowTarget) => Promise<void>,
  onIndex?: () => void,
): Promise<void> {
  const statement = `copy ${tableName(generation, table)} (${columnsOf(table).join(', ')}) from`;
  const index = createIndexSql(generation, table);
  if (database.kind === 'embedded') {
    const { pglite } = database;
    await database.execute(createTableSql(generation, table));
    await fill({
      async write(rows) {
        const blob = new Blob([new Uint8Array(rows)]);
        const text = `${statement} '/dev/blob' with (format csv, delimiter ';')`;
        // Kysely's turn on the one connection is taken, so that no piece lands in somebody's transaction.
        await database.db.connection().execute(() => pglite.query(text, [], { blob }));
      },
    });
    onIndex?.();
    if (index !== undefined) await database.execute(index);
    await database.execute(analyzeSql(generation, table));
    return;
  }
  const { from } = await import('pg-copy-streams');
  const client = await database.pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin; set local statement_timeout = 0; set local synchronous_commit = off');
    await client.query(`set local maintenance_work_mem = '256MB'`);
    await client.query(createTableSql(generation, table));
    const copy = client.query(
      from(`${statement} stdin with (format csv, delimiter ';', freeze)`, { highWaterMark: bufferedBytes }),
    );
    const ended = new Promise<void>((resolve, reject) => {
      copy.once('finish', resolve);
      copy.once('error', reject);
    });
    // Reported where it is awaited, below.
    ended.catch(() => {});
    try {
      await fill({
        async write(rows) {
          if (!copy.write(rows)) {
            await Promise.race([ended, new Promise((resolve) => copy.once('drain', resolve))]);
          }
        },
      });
    } catch (error) {
      copy.destroy(error instanceof Error ? error : new Error(String(error)));
      await ended.catch(() => {});
      throw error;
    }
    copy.end();
    await ended;
    onIndex?.();
    if (index !== undefined) await client.query(index);
    await client.query(analyzeSql(generation, table));
    await client.query('commit');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure ?? false);
  }
}
