import { parseArgs } from 'node:util';
import { Client } from 'pg';
import {
  makePartitions,
  migrate,
  migrationsDirectory,
  openDatabase,
  splitPartitions,
} from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';

/*
 * How long readers and writers wait while `confere partitions split` moves attempts from before partitions into months.
 * Makes a database of its own on the server of --url and drops it. Four connections read single attempts, one reads a
 * person's newest ones, two write: new attempts, and changes of old ones.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    rows: { type: 'string', default: '1000000' },
    months: { type: 'string', default: '24' },
    'rows-per-second': { type: 'string', default: '20000' },
  },
});
const rows = Number(values.rows);
const months = Number(values.months);
const now = new Date();
const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1);
const stepMs = Math.floor((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - start) / (rows + 1));

const name = `confere_bench_split_${process.pid}`;
const server = new Client({ connectionString: values.url });
await server.connect();
await server.query(`create database ${name} encoding 'UTF8' template template0`);
const url = new URL(values.url);
url.pathname = `/${name}`;
try {
  await using open = await openDatabase({
    ...{ databaseUrl: url.href, dataDir: '.', logger: createLogger({ level: 'silent' }) },
  });
  await migrate(open, migrationsDirectory);
  await makePartitions(open, now);
  await open.execute(
    `insert into people (id, created_at) select 'per_' || n, now() from generate_series(1, 1000) n`,
  );
  await run(
    'set statement_timeout = 0',
    insert(`generate_series(1, ${rows}) as n`, `${start} + n * ${stepMs}::bigint`),
    'vacuum analyze',
  );

  const waits = { one: [] as number[], list: [] as number[], insert: [] as number[], update: [] as number[] };
  let isOver = false;
  const loop = async (kind: keyof typeof waits, statement: () => string) => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    while (!isOver) {
      const text = statement();
      const startedMs = performance.now();
      await client.query(text);
      waits[kind].push(performance.now() - startedMs);
    }
    await client.end();
  };
  const any = () => 1 + Math.floor(Math.random() * rows);
  const one = () => `'${idOf(any())}'`;
  let made = 0;
  const work = [
    ...Array.from({ length: 4 }, () => loop('one', () => `select * from attempts where id = ${one()}`)),
    loop(
      'list',
      () => `select * from attempts where person_id = 'per_${1 + (any() % 1000)}' order by id desc limit 20`,
    ),
    loop('insert', () => {
      made += 1;
      return insert('(select 1) as it', String(Date.now()), `'${made}'`);
    }),
    loop('update', () => `update attempts set is_alive = not is_alive where id = ${one()}`),
  ];
  const startedMs = performance.now();
  const split = await splitPartitions(open, {
    ...{ rowsPerSecond: Number(values['rows-per-second']), signal: new AbortController().signal },
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  isOver = true;
  await Promise.all(work);
  console.log(`${rows} rows, ${split[0]?.months.length} months: ${seconds.toFixed(1)} s`);
  for (const [kind, all] of Object.entries(waits)) {
    all.sort((a, b) => a - b);
    const at = (share: number) => all[Math.floor(share * (all.length - 1))]?.toFixed(1);
    console.log(`${kind}: ${all.length}, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`);
  }

  async function run(...texts: string[]): Promise<void> {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  }
} finally {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
}

function idOf(number: number): string {
  return `att_${(start + number * stepMs).toString(16).padStart(12, '0')}${number.toString(16).padStart(20, '0')}`;
}

/** Attempts of the moments of an expression in milliseconds. */
function insert(from: string, atMs: string, number = 'n'): string {
  return `insert into attempts (id, created_at, client_id, person_id, similarity, is_face_match, liveness_probability,
      is_alive, is_match, decision)
    select 'att_' || lpad(to_hex((${atMs})::bigint), 12, '0') || lpad(to_hex(${number}::bigint), 20, '0'),
      to_timestamp((${atMs}) / 1000.0), 'cli_1', 'per_' || (1 + ${number}::bigint % 1000), 0.4, false, 0.9, true, false,
      jsonb_build_object('words', repeat(md5(${number}::text), 8))
    from ${from}`;
}
