import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate, type OpenDatabase, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { findRegistryFiles } from '../../src/registry/find-registry-files.ts';
import {
  createIndexSql,
  createTableSql,
  registryTables,
  tableName,
} from '../../src/registry/generation-tables-store.ts';
import { importRegistry } from '../../src/registry/index.ts';
import { generateRegistry } from './generate-registry.ts';

// node bench/registry/import.ts [--companies N] [--rounds N] [--embedded]
//
// Rows a second of an import, and of `COPY` of the same rows, already unzipped, into the same tables followed by
// the same indexes, by turns on one server. On PostgreSQL at CONFERE_BENCH_DATABASE_URL (a database of its own is
// made there and dropped), or on the embedded database, which is not compared.
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '2' },
    quirks: { type: 'string', default: '0.0005' },
    embedded: { type: 'boolean', default: false },
  },
});
const serverUrl = values.embedded ? undefined : process.env.CONFERE_BENCH_DATABASE_URL;
if (!values.embedded && serverUrl === undefined) throw new TypeError('CONFERE_BENCH_DATABASE_URL is not set');

const folder = await mkdtemp(join(tmpdir(), 'confere-bench-registry-'));
const [zipped, plain] = [join(folder, 'zipped'), join(folder, 'plain')];
const logger = createLogger({ level: 'silent' });
const databaseName = `confere_bench_${process.pid}`;
const server =
  serverUrl === undefined
    ? undefined
    : await openDatabase({ databaseUrl: serverUrl, dataDir: folder, logger });
try {
  const companies = Number(values.companies);
  const written = await generateRegistry({ directory: zipped, companies, quirkShare: Number(values.quirks) });
  if (server !== undefined) await generateRegistry({ directory: plain, companies, alsoUnzipped: true });
  let databaseUrl: string | undefined;
  if (server !== undefined && serverUrl !== undefined) {
    await server.execute(`create database ${databaseName}`);
    const url = new URL(serverUrl);
    url.pathname = `/${databaseName}`;
    databaseUrl = url.href;
  }
  await using database = await openDatabase({ databaseUrl, dataDir: folder, logger, statementTimeoutMs: 0 });
  await migrate(database, join(import.meta.dirname, '../../migrations'));
  const rows = written.companies + written.establishments + written.partners + written.simples;
  console.log(`${rows} rows of ${companies} companies`);
  const ratios: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const bareSeconds = server === undefined ? undefined : await timeBare(database);
    const seconds = await timeImport(database);
    const rate = Math.round(rows / seconds);
    if (bareSeconds === undefined) console.log(`import ${rate} rows/s`);
    else {
      ratios.push(bareSeconds / seconds);
      console.log(
        `import ${rate} rows/s, bare ${Math.round(rows / bareSeconds)} rows/s, ratio ${(bareSeconds / seconds).toFixed(2)}`,
      );
    }
  }
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1000);
  console.log(JSON.stringify({ rows, ratios: ratios.map((ratio) => Number(ratio.toFixed(3))), peakMb }));
} finally {
  if (server !== undefined) {
    await server.execute(`drop database if exists ${databaseName} with (force)`);
    await server.close();
  }
  await rm(folder, { recursive: true, force: true });
}

async function timeImport(database: OpenDatabase): Promise<number> {
  const started = performance.now();
  let phase = '';
  let phaseStarted = started;
  await importRegistry(
    { database, clock: systemClock },
    {
      directory: zipped,
      ignoreChecks: true,
      onProgress(progress) {
        const key = progress.phase === 'load' ? `load ${progress.subject}` : progress.phase;
        if (key === phase) return;
        const now = performance.now();
        if (now - phaseStarted > 60) console.error(`  ${phase} ${Math.round(now - phaseStarted)} ms`);
        phase = key;
        phaseStarted = now;
      },
    },
  );
  return (performance.now() - started) / 1000;
}

/** Tables and indexes as an import makes them, filled with the members as they are. */
async function timeBare(database: OpenDatabase): Promise<number> {
  if (database.kind !== 'postgres') throw new TypeError('Only PostgreSQL is compared.');
  const bareGeneration = 999_999;
  const files = (await findRegistryFiles(plain)).filter(({ path }) => path.endsWith('.zip'));
  const client = await database.pool.connect();
  const started = performance.now();
  try {
    for (const table of registryTables) {
      if (table === 'codes') continue;
      const name = tableName(bareGeneration, table);
      await client.query(createTableSql(bareGeneration, table));
      for (const file of files.filter(({ layout }) => layout.table === table)) {
        const copy = client.query(
          copyFrom(`copy ${name} from stdin with (format csv, delimiter ';', encoding 'LATIN1')`),
        );
        await pipeline(createReadStream(join(plain, `${file.member}.csv`), { highWaterMark: 1 << 18 }), copy);
      }
      await client.query(createIndexSql(bareGeneration, table) ?? 'select 1');
    }
    return (performance.now() - started) / 1000;
  } finally {
    for (const table of registryTables) {
      await client.query(`drop table if exists ${tableName(bareGeneration, table)}`);
    }
    client.release();
  }
}
