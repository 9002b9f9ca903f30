import { sql } from 'kysely';
import { type OpenDatabase, type PostgresDatabase, withClient } from '../../platform/db/index.ts';
import { analyzeGently, postalCodesTableName, tableName } from '../registry-tables-store.ts';
import type { ImportPace } from './import-pace.ts';

/** Rows that the embedded database counts in one go, so that others get their turn between. */
const embeddedBatchRows = 200;

/**
 * Counts for each postal code in which cities a generation has establishments. To be called when the table of
 * establishments is complete. A pair that one establishment alone names is left out: most of those are typing errors.
 * Establishments abroad have no postal code.
 */
export async function learnPostalCodes(
  database: OpenDatabase,
  generation: number,
  pace: Pick<ImportPace, 'isShared' | 'rest'>,
): Promise<void> {
  if (database.kind === 'embedded') {
    await learnInBatches(database, generation, pace);
    await analyzeGently(database, `analyze ${postalCodesTableName(generation)}`);
  } else await learnAtOnce(database, generation, pace.isShared);
}

function createTableSql(generation: number): string {
  return `create table ${postalCodesTableName(generation)} (
    postal_code integer not null, establishments integer not null, city text collate "C" not null)
    with (autovacuum_enabled = false)`;
}

/** `where` of the establishments whose postal code and city can be counted. */
const countable = `e.postal_code ~ '^[0-9]{7,8}$' and e.city <> '' and e.state <> 'EX'`;

async function learnAtOnce({ pool }: PostgresDatabase, generation: number, isShared: boolean): Promise<void> {
  const name = postalCodesTableName(generation);
  await withClient(pool, async (client) => {
    await client.query('begin; set local statement_timeout = 0; set local synchronous_commit = off');
    await client.query(`set local work_mem = '256MB'; set local maintenance_work_mem = '64MB'`);
    if (isShared) {
      await client.query('set local max_parallel_workers_per_gather = 0');
      await client.query('set local max_parallel_maintenance_workers = 0');
    }
    await client.query(createTableSql(generation));
    await client.query(`
      insert into ${name} (postal_code, city, establishments)
      select e.postal_code::integer, e.city, count(*) from ${tableName(generation, 'establishments')} e
      where ${countable} group by 1, 2 having count(*) > 1 order by 1`);
    await client.query(`create index ${name}_key on ${name} (postal_code)`);
    await client.query(`analyze ${name}`);
    await client.query('commit');
  });
}

/** By pages of the establishments' table. */
async function learnInBatches(
  database: Extract<OpenDatabase, { kind: 'embedded' }>,
  generation: number,
  pace: Pick<ImportPace, 'rest'>,
): Promise<void> {
  const { db } = database;
  const [name, establishments] = [postalCodesTableName(generation), tableName(generation, 'establishments')];
  await database.execute(createTableSql(generation));
  await database.execute(`create unique index ${name}_key on ${name} (postal_code, city)`);
  const { rows } = await sql<{ pages: number; rows: number }>`
    select (pg_relation_size(oid) / 8192)::int as pages, reltuples::int as rows
    from pg_class where oid = ${establishments}::regclass
  `.execute(db);
  const { pages = 0, rows: total = 0 } = rows[0] ?? {};
  const step = Math.max(1, Math.floor((embeddedBatchRows * pages) / Math.max(1, total)));
  for (let page = 0; page < pages; page += step) {
    await pace.rest();
    await sql`
      insert into ${sql.raw(name)} as known (postal_code, city, establishments)
      select e.postal_code::integer, e.city, count(*) from ${sql.raw(establishments)} e
      where ${sql.raw(countable)} and e.ctid >= ${`(${page},0)`}::tid and e.ctid < ${`(${page + step},0)`}::tid
      group by 1, 2
      on conflict (postal_code, city) do update
        set establishments = known.establishments + excluded.establishments
    `.execute(db);
  }
  await pace.rest();
  await database.execute(`delete from ${name} where establishments = 1`);
}
