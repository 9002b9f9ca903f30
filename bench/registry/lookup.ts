import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { findCompanyRecord, importRegistry } from '../../src/registry/index.ts';
import { generateRegistry } from './generate-registry.ts';
import { headOfficeOf, makeCompany } from './make-company.ts';

// node bench/registry/lookup.ts [--companies N] [--seconds N]
//
// Lookups a second through ten connections, and selects by primary key of a JSON of the same size through the same
// driver, by turns. On PostgreSQL at CONFERE_BENCH_DATABASE_URL; a database of its own is made there and dropped.
const { values } = parseArgs({
  options: { companies: { type: 'string', default: '50000' }, seconds: { type: 'string', default: '3' } },
});
const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
if (serverUrl === undefined) throw new TypeError('CONFERE_BENCH_DATABASE_URL is not set');
const companies = Number(values.companies);
const folder = await mkdtemp(join(tmpdir(), 'confere-bench-registry-'));
const logger = createLogger({ level: 'silent' });
const databaseName = `confere_bench_${process.pid}`;
const server = await openDatabase({ databaseUrl: serverUrl, dataDir: folder, logger });
try {
  await generateRegistry({ directory: folder, companies });
  await server.execute(`create database ${databaseName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${databaseName}`;
  await using database = await openDatabase({ databaseUrl: url.href, dataDir: folder, logger });
  await migrate(database, join(import.meta.dirname, '../../migrations'));
  await importRegistry({ database, clock: systemClock }, { directory: folder });
  const cnpjs = Array.from({ length: companies }, (_, index) => headOfficeOf(makeCompany(1, index)));
  await database.execute(`create table bare (cnpj text collate "C" primary key, body json);
    insert into bare select e.root || e.branch || e.check_digits, registry_company_record(e.root, e.branch)
    from registry_g1_establishments e; analyze bare`);
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const bare = await measure((index) =>
      database.execute('select body from bare where cnpj = $1', [cnpjs[index]]),
    );
    const lookup = await measure((index) => findCompanyRecord(database.db, cnpjs[index]!));
    ratios.push(lookup / bare);
    console.log(
      `lookup ${Math.round(lookup)}/s, bare ${Math.round(bare)}/s, ratio ${(lookup / bare).toFixed(2)}`,
    );
  }
  console.log(JSON.stringify({ ratios: ratios.map((ratio) => Number(ratio.toFixed(3))) }));
} finally {
  await server.execute(`drop database if exists ${databaseName} with (force)`);
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(run: (index: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const endMs = started + Number(values.seconds) * 1000;
  let count = 0;
  const work = async () => {
    while (performance.now() < endMs) {
      await run((count * 7919) % companies);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return count / ((performance.now() - started) / 1000);
}
