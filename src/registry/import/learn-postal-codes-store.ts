import { sql } from 'kysely';
import type { OpenDatabase } from '../../platform/db/index.ts';
import { analyzeGently, postalCodesTableName, tableName } from '../registry-tables-store.ts';
import { forEachStretch, runAlone } from './build-search-table-store.ts';
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
  } else await runAlone(database, learnSql(generation, pace.isShared));
}

function createTableSql(generation: number): string {
  return `create table ${postalCodesTableName(generation)} (
    postal_code integer not null, establishments integer not null, city text collate "C" not null)
    with (autovacuum_enabled = false)`;
}

/** `where` of the establishments whose postal code and city can be counted. */
const countable = `e.postal_code ~ '^[0-9]{7,8}$' and e.city <> '' and e.state <> 'EX'`;

/** For a database that others use, too. */
const alone = [
  'set local max_parallel_workers_per_gather = 0',
  'set local max_parallel_maintenance_workers = 0',
];

function learnSql(generation: number, isShared: boolean): readonly string[] {
  const name = postalCodesTableName(generation);
  return [
    ...(isShared ? alone : []),
    createTableSql(generation),
    `insert into ${name} (postal_code, city, establishments)
      select e.postal_code::integer, e.city, count(*) from ${tableName(generation, 'establishments')} e
      where ${countable} group by 1, 2 having count(*) > 1 order by 1`,
    `create index ${name}_key on ${name} (postal_code)`,
    `analyze ${name}`,
  ];
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
  await forEachStretch(db, generation, embeddedBatchRows, pace, async (stretch) => {
    await sql`
      insert into ${sql.raw(name)} as known (postal_code, city, establishments)
      select e.postal_code::integer, e.city, count(*) from ${sql.raw(establishments)} e
      where ${sql.raw(countable)} and ${stretch}
      group by 1, 2
      on conflict (postal_code, city) do update
        set establishments = known.establishments + excluded.establishments
    `.execute(db);
  });
  await pace.rest();
  await database.execute(`delete from ${name} where establishments = 1`);
}
