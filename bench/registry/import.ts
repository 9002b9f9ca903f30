import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, openDatabase, type PostgresDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import {
  analyzeSearchSql,
  createSearchTableSql,
  insertSearchSql,
  searchIndexesSql,
} from '../../src/registry/import/build-search-table-store.ts';
import { findRegistryFiles } from '../../src/registry/import/find-registry-files.ts';
import {
  createIndexesSql,
  createTableSql,
  dropGenerationTables,
  registryTables,
  tableName,
} from '../../src/registry/registry-tables-store.ts';
import { pruneRegistry } from '../../src/registry/rollback-registry.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { generateRegistry } from './generate-registry.ts';

// node bench/registry/import.ts [--companies N] [--rounds N] [--quirks SHARE] [--embedded]
//
// Rows a second of an import, and of `COPY` of the same rows, already unzipped, into the same tables followed by
// the same indexes, by turns on one server: with the table of the search and its indexes on both sides, and without
// it. On PostgreSQL at CONFERE_BENCH_DATABASE_URL (a database of its own is made there and dropped), or on the
// embedded database, which is not compared. The import runs in a process of its own, whose peak memory is printed.
// Needs about 3 kB of disk for each company.
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '2' },
    quirks: { type: 'string', default: '0.0005' },
    embedded: { type: 'boolean', default: false },
  },
});
type Timed = {
  readonly seconds: number;
  readonly stepSeconds: Readonly<Record<string, number>>;
  readonly peakMb: number;
};

const companies = Number(values.companies);
const serverUrl = values.embedded ? undefined : process.env.CONFERE_BENCH_DATABASE_URL;
if (!values.embedded && serverUrl === undefined) throw new TypeError('CONFERE_BENCH_DATABASE_URL is not set');
const bytesPerCompany = 3000;
const place = await createBenchDatabase(serverUrl);
const { DATABASE_URL: databaseUrl } = place.variables;
const [zipped, plain] = [join(place.dataDir, 'zipped'), join(place.dataDir, 'plain')];
const logger = createLogger({ level: 'silent' });
const round3 = (value: number) => Number(value.toFixed(3));
try {
  const { bavail, bsize } = await statfs(place.dataDir);
  if (bavail * bsize < companies * bytesPerCompany)
    throw new RangeError('There is not enough room on the disk.');
  const written = await generateRegistry({
    directory: zipped,
    companies,
    quirkShare: Number(values.quirks),
    parts: companies > 1_000_000 ? 10 : 2,
    ...(serverUrl !== undefined && { unzippedInto: plain }),
  });
  {
    await using database = await openDatabase({ databaseUrl, dataDir: place.dataDir, logger });
    await migrate(database, join(import.meta.dirname, '../../migrations'));
  }
  const rows = written.companies + written.establishments + written.partners + written.simples;
  console.log(`${rows} rows of ${companies} companies`);
  const ratios: number[] = [];
  const ratiosWithoutSearch: number[] = [];
  let peakMb = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const bare = databaseUrl === undefined ? undefined : await timeBare(databaseUrl);
    const timed = await timeImport();
    peakMb = Math.max(peakMb, timed.peakMb);
    const { index: search = 0 } = timed.stepSeconds;
    console.log(
      `import ${Math.round(rows / timed.seconds)} rows/s, ${JSON.stringify(rounded(timed.stepSeconds))}`,
    );
    if (bare === undefined) continue;
    ratios.push((bare.tables + bare.search) / timed.seconds);
    ratiosWithoutSearch.push(bare.tables / (timed.seconds - search));
    console.log(
      `bare ${Math.round(rows / (bare.tables + bare.search))} rows/s, ${JSON.stringify(rounded(bare))}`,
    );
    console.log(
      `ratio ${ratios.at(-1)?.toFixed(2)}, without search ${ratiosWithoutSearch.at(-1)?.toFixed(2)}`,
    );
  }
  console.log(
    JSON.stringify({
      rows,
      ratios: ratios.map(round3),
      ratiosWithoutSearch: ratiosWithoutSearch.map(round3),
      peakMb,
    }),
  );
} finally {
  await place.remove();
}

function rounded(seconds: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(seconds).map(([name, value]) => [name, round3(value)]));
}

async function timeImport(): Promise<Timed> {
  const program = join(import.meta.dirname, 'timed-import.ts');
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [program, zipped, place.dataDir, databaseUrl ?? '']);
  // One generation at a time on the disk.
  await using database = await openDatabase({ databaseUrl, dataDir: place.dataDir, logger });
  await pruneRegistry(database);
  await database.execute('checkpoint');
  return JSON.parse(stdout);
}

/** Tables and indexes as an import makes them, filled with the members as they are, by one connection. */
async function timeBare(url: string): Promise<{ readonly tables: number; readonly search: number }> {
  await using database = (await openDatabase({
    databaseUrl: url,
    dataDir: place.dataDir,
    logger,
    statementTimeoutMs: 0,
  })) as PostgresDatabase;
  const bareGeneration = 999_999;
  const files = await findRegistryFiles(plain);
  const client = await database.pool.connect();
  const startedMs = performance.now();
  try {
    for (const table of registryTables) {
      const name = tableName(bareGeneration, table);
      await client.query(createTableSql(bareGeneration, table));
      for (const file of files.filter(({ layout }) => layout.table === table && table !== 'codes')) {
        const copy = client.query(
          copyFrom(`copy ${name} from stdin with (format csv, delimiter ';', encoding 'LATIN1')`),
        );
        await pipeline(createReadStream(file.path, { highWaterMark: 1 << 18 }), copy);
      }
      for (const index of createIndexesSql(bareGeneration, table)) await client.query(index);
    }
    const tablesMs = performance.now();
    await client.query(createSearchTableSql(bareGeneration));
    await client.query(insertSearchSql(bareGeneration));
    for (const index of searchIndexesSql(bareGeneration)) await client.query(index);
    await client.query(analyzeSearchSql(bareGeneration));
    return { tables: (tablesMs - startedMs) / 1000, search: (performance.now() - tablesMs) / 1000 };
  } finally {
    client.release();
    await dropGenerationTables(database.db, bareGeneration);
    await database.execute('checkpoint');
  }
}
