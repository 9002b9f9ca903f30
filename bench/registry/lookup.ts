import { parseArgs } from 'node:util';
import { systemClock } from '../../src/platform/clock.ts';
import { findCompanyRecord, importRegistry } from '../../src/registry/index.ts';
import { headOfficeOf, makeCompany } from './make-company.ts';
import { openGeneratedRegistry } from './open-generated-registry.ts';

// node bench/registry/lookup.ts [--companies N] [--seconds N]
//
// Lookups a second through ten connections, and selects by primary key of a JSON of the same size through the same
// driver, by turns. On PostgreSQL at CONFERE_BENCH_DATABASE_URL; a database of its own is made there and dropped.
const { values } = parseArgs({
  options: { companies: { type: 'string', default: '50000' }, seconds: { type: 'string', default: '3' } },
});
const companies = Number(values.companies);
await using registry = await openGeneratedRegistry(companies);
const { database, directory } = registry;
await importRegistry({ database, clock: systemClock }, { directory });
const cnpjs = Array.from({ length: companies }, (_, index) => headOfficeOf(makeCompany(1, index)));
await database.execute(`create table bare (cnpj text collate "C" primary key, body json);
  insert into bare select e.root || e.branch || e.check_digits, registry_company_rows(e.root, e.branch)
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
