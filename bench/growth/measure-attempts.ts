import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { makePartitions, migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';

/*
 * How a read of one attempt and a person's list take with ever more attempts, and what they take of the disk. Makes a
 * database of its own on the server of --url and drops it. Rows are as long as those the service writes
 * (docs/reference/growth.md); what is sealed is random bytes. Twenty attempts a person, spread over the whole time.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    rows: { type: 'string', default: '100000,1000000' },
    reads: { type: 'string', default: '3000' },
  },
});
const steps = values.rows.split(',').map(Number);
const reads = Number(values.reads);
const attemptsOfPerson = 20;
const listLength = 20;
const decisionBytes = 1_414;

const attemptId = (number: string) =>
  `'att_' || lpad(to_hex(1790000000000 + ${number} * 997), 12, '0') || '7' || substr(md5(${number}::text), 1, 19)`;
const personId = (number: string, people: number) => `'per_' || md5((${number} % ${people})::text)`;

async function measure(client: Client, rows: number): Promise<readonly string[]> {
  const people = rows / attemptsOfPerson;
  await client.query('truncate attempts cascade');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'attempts' and indexname <> 'attempts_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `insert into attempts (id, created_at, client_id, person_id, registered_image_id, received_image_id, similarity,
        is_face_match, liveness_probability, is_alive, is_match, decision, key_id, wrapped_key, ciphertext)
     select ${attemptId('n')}, '2026-01-01'::timestamptz + n * interval '1 second', 'cli_' || md5((n % 10)::text),
        ${personId('n', people)}, null, 'img_' || md5(n::text), 0.9, true, 0.9, true, true,
        jsonb_build_object('words', (select string_agg(md5((n + word)::text), '') from generate_series(1, ${Math.round(decisionBytes / 32)}) as word)),
        'key_1', decode(md5(n::text) || md5((n + 1)::text), 'hex') || '\\x00', decode(repeat(md5(n::text), 5), 'hex')
     from generate_series(1, ${rows}::bigint) as n`,
  );
  // Of a partitioned table the definition names the parent alone, whose index would stay without its parts.
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await client.query('vacuum analyze attempts');
  const { rows: sizes } = await client.query(
    `select sum(pg_relation_size(relid)) as heap, sum(pg_indexes_size(relid)) as indexes, sum(pg_total_relation_size(relid)) as total,
      (select avg(pg_column_size(attempts.*)) from attempts tablesample system (1)) as row
     from pg_partition_tree('attempts') where isleaf`,
  );
  const [one, list] = [[] as number[], [] as number[]];
  for (let read = 0; read < reads; read += 1) {
    const number = 1 + Math.floor(Math.random() * rows);
    const { rows: found } = await client.query(
      `select ${attemptId('$1::bigint')} as attempt, ${personId('$1::bigint', people)} as person`,
      [number],
    );
    const { attempt, person } = found[0];
    one.push(
      await time(client, { name: 'one', text: 'select * from attempts where id = $1', values: [attempt] }, 1),
    );
    const text = `select * from attempts where person_id = $1 order by id desc limit ${listLength}`;
    list.push(await time(client, { name: 'list', text, values: [person] }, listLength));
  }
  const last = rows - 1;
  const blocks = await Promise.all([
    countBlocks(client, `select * from attempts where id = ${attemptId(String(last))}`),
    countBlocks(
      client,
      `select * from attempts where person_id = ${personId(String(last), people)} order by id desc limit ${listLength}`,
    ),
  ]);
  const bytes = (name: string) => `${Math.round(Number(sizes[0][name]) / rows)}`;
  return [
    rows.toLocaleString('en'),
    String(Math.round(Number(sizes[0].row))),
    bytes('heap'),
    bytes('indexes'),
    bytes('total'),
    ...[one, list].flatMap((times, index) => [
      percentile(times, 0.5),
      percentile(times, 0.95),
      String(blocks[index]),
    ]),
  ];
}

async function time(
  client: Client,
  query: { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  expected: number,
): Promise<number> {
  const begun = performance.now();
  const { rowCount } = await client.query({ ...query, values: [...query.values] });
  const ms = performance.now() - begun;
  if (rowCount !== expected) throw new Error(`${query.name} gave ${rowCount} rows`);
  return ms;
}

/** Blocks of 8 KB that a statement looks at: what its time depends on, on an idle machine as on a busy one. */
async function countBlocks(client: Client, text: string): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`);
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

function percentile(times: number[], share: number): string {
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * share)]!.toFixed(2);
}

const name = `confere_growth_${process.pid}`;
const server = new Client({ connectionString: values.url });
await server.connect();
await server.query(`create database ${name}`);
const url = new URL(values.url);
url.pathname = `/${name}`;
try {
  const open = await openDatabase({
    databaseUrl: url.href,
    dataDir: '/nonexistent',
    logger: createLogger({ level: 'warn' }),
  });
  await migrate(open, fileURLToPath(new URL('../../migrations', import.meta.url)));
  await makePartitions(open, new Date());
  await open.close();
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`set synchronous_commit to off; set maintenance_work_mem to '256MB'`);
  await client.query(
    'alter table attempts drop constraint attempts_person_id_fkey, drop constraint attempts_received_image_id_fkey, drop constraint attempts_registered_image_id_fkey',
  );
  const heads = [
    'attempts',
    'row, B',
    'table a row, B',
    'indexes a row, B',
    'all a row, B',
    'one p50, ms',
    'one p95, ms',
    'one, blocks',
    'list p50, ms',
    'list p95, ms',
    'list, blocks',
  ];
  console.log(`| ${heads.join(' | ')} |\n| ${heads.map(() => '---').join(' | ')} |`);
  for (const rows of steps) console.log(`| ${(await measure(client, rows)).join(' | ')} |`);
  await client.end();
} finally {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
}
