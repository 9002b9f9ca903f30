import { type RawBuilder, sql } from 'kysely';
import { type Db, type OpenDatabase, type PostgresDatabase, withClient } from '../../platform/db/index.ts';
import type { ImportPace } from '../import/import-pace.ts';
import { analyzeGently, searchTableName, tableName } from '../registry-tables-store.ts';

/** Rows that the embedded database takes in one go, a few milliseconds, so that others get their turn between. */
const embeddedBatchRows = 50;

/**
 * Makes what a generation is searched by: a table with one narrow row for each establishment and everything that can
 * be asked of it, in the order in which the files had them, with trigram indexes on names. Written once and never
 * changed, so a row's place in it is a cursor. To be called when the other tables are complete. While others use the
 * database, PostgreSQL works on it with one process at a time.
 */
export async function buildSearchTable(
  database: OpenDatabase,
  generation: number,
  pace: Pick<ImportPace, 'isShared' | 'rest'>,
): Promise<void> {
  if (database.kind === 'embedded') {
    await database.execute(createSearchTableSql(generation));
    for (const index of searchIndexesSql(generation)) await database.execute(index);
    // What a GIN index puts off is done in one go: little by little, nobody waits long.
    for (const column of ['name', 'partners', 'secondary']) {
      const index = `${searchTableName(generation)}_${column}`;
      await database.execute(`alter index ${index} set (gin_pending_list_limit = 64)`);
    }
    await fillInBatches(database, generation, pace);
    await analyzeGently(database, analyzeSearchSql(generation));
    return;
  }
  await runAlone(database, [createSearchTableSql(generation), `${insertSearchSql(generation)}`]);
  if (pace.isShared) {
    const indexes = searchIndexesSql(generation);
    const alone = 'set local max_parallel_maintenance_workers = 0';
    await runAlone(database, [alone, ...indexes, analyzeSearchSql(generation)]);
    return;
  }
  const [names, ...others] = searchIndexesSql(generation);
  // Names take as long as everything else together.
  await Promise.all([
    runAlone(database, [names]),
    runAlone(database, [...others, analyzeSearchSql(generation)]),
  ]);
}

/** The statement that makes a generation's search table, without rows. */
export function createSearchTableSql(generation: number): string {
  return `create table ${searchTableName(generation)} (
    root text collate "C" not null, branch text collate "C" not null, state text collate "C" not null,
    city text collate "C" not null, activity text collate "C" not null, name text collate "C" not null,
    partners text collate "C" not null, secondary text collate "C" not null) with (autovacuum_enabled = false)`;
}

/**
 * The statement that fills it. Names of partners, and the two of a company, stand on lines of their own; secondary
 * activities are joined by commas, as in the files.
 */
export function insertSearchSql(generation: number): string {
  const [establishments, companies, partners] = sourcesOf(generation);
  return `insert into ${searchTableName(generation)}
    select e.root, e.branch, e.state, e.city, e.main_activity,
      registry_search_text(coalesce(c.official_name, '')) || E'\\n' || registry_search_text(e.trade_name),
      coalesce(p.names, ''), e.secondary_activities
    from ${establishments} e
    left join ${companies} c on c.root = e.root
    left join (select root, string_agg(registry_search_text(name), E'\\n') as names from ${partners} group by root) p
      on p.root = e.root`;
}

/** The statements that make its indexes; that on names, which takes longest, first. */
export function searchIndexesSql(generation: number): readonly [string, ...string[]] {
  const name = searchTableName(generation);
  return [
    `create index ${name}_name on ${name} using gin (name gin_trgm_ops)`,
    `create index ${name}_partners on ${name} using gin (partners gin_trgm_ops) where partners <> ''`,
    `create index ${name}_state on ${name} (state)`,
    `create index ${name}_city on ${name} (city)`,
    `create index ${name}_activity on ${name} (activity)`,
    `create index ${name}_secondary on ${name} using gin (string_to_array(secondary, ',')) where secondary <> ''`,
  ];
}

/** Statistics of all columns but the order of numbers, which nobody searches by. */
export function analyzeSearchSql(generation: number): string {
  return `analyze ${searchTableName(generation)} (state, city, activity, name, partners)`;
}

function sourcesOf(generation: number): readonly [string, string, string] {
  return [
    tableName(generation, 'establishments'),
    tableName(generation, 'companies'),
    tableName(generation, 'partners'),
  ];
}

/** Runs statements in one transaction that may take long. */
export async function runAlone(database: PostgresDatabase, statements: readonly string[]): Promise<void> {
  await withClient(database.sessions, async (client) => {
    await client.query('begin; set local statement_timeout = 0; set local synchronous_commit = off');
    await client.query(`set local work_mem = '256MB'; set local maintenance_work_mem = '256MB'`);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  });
}

/** By pages of the establishments' table, in its own order. */
async function fillInBatches(
  { db }: { readonly db: Db },
  generation: number,
  pace: Pick<ImportPace, 'rest'>,
): Promise<void> {
  const [establishments, companies, partners] = sourcesOf(generation);
  await forEachStretch(db, generation, embeddedBatchRows, pace, async (stretch) => {
    await sql`
      insert into ${sql.raw(searchTableName(generation))}
      select e.root, e.branch, e.state, e.city, e.main_activity,
        registry_search_text(coalesce((select official_name from ${sql.raw(companies)} c where c.root = e.root), ''))
          || E'\\n' || registry_search_text(e.trade_name),
        coalesce((select string_agg(registry_search_text(p.name), E'\\n') from ${sql.raw(partners)} p
          where p.root = e.root), ''),
        e.secondary_activities
      from ${sql.raw(establishments)} e where ${stretch}
    `.execute(db);
  });
}

/**
 * Does work for each stretch of the establishments `e` of a generation, some rows at a time in the order of their table,
 * so that others get their turn between.
 */
export async function forEachStretch(
  db: Db,
  generation: number,
  rowsAtATime: number,
  pace: Pick<ImportPace, 'rest'>,
  work: (stretch: RawBuilder<boolean>) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ pages: number; rows: number }>`
    select (pg_relation_size(oid) / 8192)::int as pages, reltuples::int as rows
    from pg_class where oid = ${tableName(generation, 'establishments')}::regclass
  `.execute(db);
  const { pages = 0, rows: total = 0 } = rows[0] ?? {};
  const step = Math.max(1, Math.floor((rowsAtATime * pages) / Math.max(1, total)));
  for (let page = 0; page < pages; page += step) {
    await pace.rest();
    await work(sql`e.ctid >= ${`(${page},0)`}::tid and e.ctid < ${`(${page + step},0)`}::tid`);
  }
}
