import { parseArgs } from 'node:util';
import { systemClock } from '../../src/platform/clock.ts';
import { importRegistry, type SearchCriteria, searchCompanies } from '../../src/registry/index.ts';
import { createRandom, makeCompany } from '../registry/make-company.ts';
import { openGeneratedRegistry } from '../registry/open-generated-registry.ts';
import * as words from '../registry/words.ts';
import { percentile } from '../service/percentile.ts';

// node bench/profiles/search.ts [--companies N] [--searches N]
//
// How long a page of a search takes, by kind of search, after an import of that many companies; and how long making
// the search table took. On PostgreSQL at CONFERE_BENCH_DATABASE_URL; a database of its own is made there and dropped.
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '500000' },
    searches: { type: 'string', default: '60' },
  },
});
const companies = Number(values.companies);
const random = createRandom(7);
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
const existing = () => makeCompany(1, random(companies));
const nameOf = () => existing().company[1]!.replaceAll(/\d/g, '');
const partnerOf = () => {
  for (;;) {
    const name = existing().partners[0]?.[2];
    if (name !== undefined) return name;
  }
};
const placeOf = () => {
  const [code, name, state, ibge] = pick(words.cities);
  return { uf: state, city: pick([code, name, ibge]) };
};

/** What people ask: a whole name, one word that many have, one that few or none have, and all of it combined. */
const kinds: Readonly<Record<string, () => SearchCriteria>> = {
  'whole name': () => ({ name: nameOf() }),
  'common word': () => ({ name: nameOf().split(' ')[0]! }),
  'two words': () => ({ name: nameOf().split(' ').slice(0, 2).join(' ') }),
  'two letters': () => ({ name: pick(['OI', 'B3', 'XP', 'LG', 'SA', 'ME']) }),
  'no such name': () => ({ name: `${pick(['ZUZUXA', 'QUIRINOPQ', 'SILVAXY', 'MARIANZK'])} LTDA` }),
  'name and city': () => ({ name: nameOf(), ...placeOf() }),
  'name and activity': () => ({ name: nameOf().split(' ')[0]!, cnae: pick(words.activities)[0] }),
  'city and activity': () => ({ city: placeOf().city, cnae: pick(words.activities)[0].slice(0, 4) }),
  'activity, also secondary': () => ({
    cnae: pick(words.activities)[0].slice(0, 2 + random(6)),
    withSecondaryCnae: 'true',
  }),
  'city and activity, also secondary': () => ({
    city: placeOf().city,
    cnae: pick(words.activities)[0],
    withSecondaryCnae: 'true',
  }),
  state: () => ({ uf: placeOf().uf }),
  partner: () => ({ partner: partnerOf() }),
  'partner and name': () => ({ partner: partnerOf(), name: nameOf().split(' ')[0]! }),
};

await using registry = await openGeneratedRegistry(companies);
const { database, directory } = registry;
const started = performance.now();
const begins = new Map<string, number>();
await importRegistry(
  { database, clock: systemClock },
  {
    directory,
    onProgress({ phase, subject }) {
      const name = phase === 'index' ? `index ${subject}` : phase;
      if (!begins.has(name)) begins.set(name, performance.now());
    },
  },
);
const seconds = (ms: number) => Math.round(ms / 100) / 10;
console.log(
  `import ${seconds(performance.now() - started)} s, of which the search table ` +
    `${seconds(begins.get('compare')! - begins.get('index search')!)} s`,
);
const { rows } = await database.execute(`select pg_size_pretty(pg_table_size(c)) as "table",
  pg_size_pretty(pg_indexes_size(c)) as indexes from to_regclass('registry_g1_search') c`);
console.log(`search table ${rows[0]?.table}, its indexes ${rows[0]?.indexes}`);
const { rows: indexes } =
  await database.execute(`select relname, pg_size_pretty(pg_relation_size(oid)) as size
  from pg_class where relname ~ '^registry_g1_search_'`);
console.log(indexes.map(({ relname, size }) => `${relname} ${size}`).join(', '));
const all: number[] = [];
for (const [name, make] of Object.entries(kinds)) {
  const times: number[] = [];
  let found = 0;
  for (let count = 0; count < Number(values.searches); count += 1) {
    const criteria = make();
    const before = performance.now();
    const page = await searchCompanies(database.db, criteria, { limit: 20, timeoutMs: 30_000 });
    times.push(performance.now() - before);
    found += page.companies.length;
  }
  all.push(...times);
  console.log(
    `${name.padEnd(20)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, ` +
      `max ${Math.max(...times).toFixed(1)} ms, ${(found / times.length).toFixed(1)} a page`,
  );
}
console.log(`all together         p95 ${percentile(all, 0.95).toFixed(1)} ms`);
