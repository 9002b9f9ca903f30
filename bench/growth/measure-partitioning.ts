import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import {
  makePartitions,
  migrate,
  migrationsDirectory,
  openDatabase,
  readMigrations,
} from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';

/*
 * The longest that anybody waits while a table of many rows becomes partitioned. Makes a database of its own on the
 * server of --url, fills one table, and lets four connections read and write it without a pause: first with nothing else
 * going on, then during the two migrations and the making of the coming months. The rows refer to nothing, which the
 * migrations do not look at.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    table: { type: 'string', default: 'webhook_deliveries' },
    rows: { type: 'string', default: '10000000' },
  },
});
const rows = Number(values.rows);
const readers = 2;
const writers = 2;

/** From a year ago until now, evenly; as the start of an identifier. */
const idAt = (prefix: string, n: string) =>
  `'${prefix}_' || lpad(to_hex(((extract(epoch from now()) - 31536000 * (1 - ${n}::float8 / ${rows})) * 1000)::bigint), 12, '0') || substr(md5(${n}::text), 1, 20)`;
const sealed = "'key_1', decode(md5(n::text), 'hex'), decode(repeat(md5(n::text), 10), 'hex')";

type Subject = {
  readonly migrations: readonly [string, string];
  /** Before the rows. */
  readonly prepare: string;
  readonly fill: string;
  /** With a number that is not there yet; a row for which all references hold. */
  readonly write: string;
  readonly read: string;
};

const subjects: Readonly<Record<string, Subject>> = {
  webhook_deliveries: {
    migrations: ['0102', '0103'],
    prepare: `insert into webhook_endpoints (id, client_id, created_at, key_id, wrapped_key, ciphertext)
      select 'whe_' || n, 'cli_1', now(), 'key', '', '' from generate_series(0, 99) as n`,
    fill: `insert into webhook_deliveries (id, endpoint_id, event_id, state, is_later, due_at, created_at, attempts)
      select ${idAt('whd', 'n')}, 'whe_' || n % 100, 'evt_' || md5(n::text), 'delivered', true, now(), now(),
        jsonb_build_array(jsonb_build_object('at', now(), 'status', 200, 'durationMs', n % 1000))
      from generate_series(1, ${rows}::bigint) as n`,
    write: `insert into webhook_deliveries (id, endpoint_id, event_id, state, is_later, due_at, created_at)
      select ${idAt('whd', String(rows))} || $1::text, 'whe_1', 'evt_1', 'pending', false, now(), now()`,
    read: "select * from webhook_deliveries where endpoint_id = 'whe_' || $1::int % 100 order by id desc limit 20",
  },
  liveness_frames: {
    migrations: ['0104', '0105'],
    prepare: `insert into images (id, created_at, content_type, width, height, size_bytes, key_id, wrapped_key)
        values ('img_' || md5('one'), now(), 'image/jpeg', 1, 1, 1, 'key', '');
      insert into liveness_sessions (id, client_id, purpose, state, locale, created_at, expires_at, steps)
        values (${idAt('liv', String(rows))}, 'cli_1', 'authenticate', 'PASSED', 'en', now(), now(), '[]')`,
    fill: `insert into liveness_frames (session_id, step, frame, image_id, hash, received_at)
      select ${idAt('liv', '(n / 20)')}, n % 5, n % 20, 'img_' || md5(n::text), decode(md5(n::text) || md5(n::text), 'hex'), now()
      from generate_series(1, ${rows}::bigint - 20) as n`,
    write: `insert into liveness_frames (session_id, step, frame, image_id, hash, received_at)
      select max(id), 9, $1, 'img_' || md5('one'), '', now() from liveness_sessions`,
    read: "select * from liveness_frames where hash = decode(md5($1::text) || md5($1::text), 'hex')",
  },
  executions: {
    migrations: ['0106', '0107'],
    prepare: `insert into profiles (id, subject, status, created_at, updated_at, key_id, wrapped_key, ciphertext)
      select 'per_' || n, 'person', 'APPROVED', now(), now(), 'key', '', '' from generate_series(0, 99) as n`,
    fill: `insert into executions (id, root_id, profile_id, subject, template_id, template_version, origin, status, state,
        onboarding_depth, onboarding_waits, attempts, created_at, updated_at, completed_at, key_id, wrapped_key, ciphertext)
      select id, id, 'per_' || n % (${rows} / 10), 'person', template.template_id, template.version, 'API', 'APPROVED', 'done',
        0, false, 1, now(), now(), now(), ${sealed}
      from generate_series(1, ${rows}::bigint) as n cross join lateral (select ${idAt('exe', 'n')} as id) as named
        cross join (select template_id, version from query_template_versions limit 1) as template`,
    write: `insert into executions (id, root_id, profile_id, subject, template_id, template_version, origin, status, state,
        onboarding_depth, onboarding_waits, attempts, created_at, updated_at, key_id, wrapped_key, ciphertext)
      select id, id, 'per_1', 'person', template.template_id, template.version, 'API', 'APPROVED', 'queued',
        0, false, 1, now(), now(), 'key', '', ''
      from (select ${idAt('exe', String(rows))} || $1::text as id) as named
        cross join (select template_id, version from query_template_versions limit 1) as template`,
    read: "select * from executions where profile_id = 'per_' || $1::int order by id desc limit 20",
  },
};

/** The number of the next request. */
let next = 0;

/** The times of requests, in milliseconds, while the work goes on. */
async function probe(url: string, subject: Subject, work: () => Promise<void>) {
  let isOver = false;
  const times: Record<'read' | 'write', number[]> = { read: [], write: [] };
  const run = async (kind: 'read' | 'write') => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!isOver) {
      next += 1;
      const begun = performance.now();
      await client.query({ name: kind, text: subject[kind], values: [next] });
      times[kind].push(performance.now() - begun);
    }
    await client.end();
  };
  const running = [
    ...Array.from({ length: readers }, () => run('read')),
    ...Array.from({ length: writers }, () => run('write')),
  ];
  try {
    await work();
  } finally {
    isOver = true;
  }
  await Promise.all(running);
  return (['read', 'write'] as const).map((kind) => {
    const sorted = times[kind].sort((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    return `${kind}s ${sorted.length}, p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`;
  });
}

async function takeSeconds(work: () => Promise<unknown>): Promise<string> {
  const begun = performance.now();
  await work();
  return `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
}

const subject = subjects[values.table];
if (subject === undefined) throw new TypeError(`--table is one of ${Object.keys(subjects).join(', ')}`);
const name = `confere_growth_${process.pid}`;
const server = new Client({ connectionString: values.url });
await server.connect();
await server.query(`create database ${name}`);
const url = Object.assign(new URL(values.url), { pathname: `/${name}` }).href;
const folder = await mkdtemp(join(tmpdir(), 'confere-migrations-'));
const dataDir = await mkdtemp(join(tmpdir(), 'confere-growth-'));
const until = async (last: string) => {
  for (const file of await readdir(migrationsDirectory)) {
    if (file === 'contracts.json' || file.slice(0, 4) <= last)
      await cp(join(migrationsDirectory, file), join(folder, file));
  }
  return folder;
};
const open = await openDatabase({ dataDir, databaseUrl: url, logger: createLogger({ level: 'silent' }) });
try {
  const [bound] = subject.migrations;
  const before = (await readMigrations(migrationsDirectory)).findLast((it) => it.name.slice(0, 4) < bound)!;
  await migrate(open, await until(before.name.slice(0, 4)));
  const filler = new Client({ connectionString: url });
  await filler.connect();
  await filler.query(subject.prepare);
  await filler.query('set session_replication_role = replica');
  console.log(`filled in ${await takeSeconds(() => filler.query(subject.fill))}`);
  await filler.query(`vacuum analyze ${values.table}`);
  const { rows: sizes } = await filler.query(
    `select count(*)::int as count, pg_relation_size('${values.table}') as heap, pg_indexes_size('${values.table}') as indexes
     from ${values.table}`,
  );
  await filler.query('checkpoint');
  await filler.end();
  // What the filling left to write must not count as a wait.
  await delay(30_000);
  const { count, heap, indexes } = sizes[0];
  console.log(
    `${values.table}: ${count} rows, ${Math.round(heap / count)} B a row, indexes ${Math.round(indexes / count)} B`,
  );
  console.log('before:', ...(await probe(url, subject, () => delay(10_000))));
  for (const number of subject.migrations) {
    const lines = await probe(url, subject, async () => {
      const directory = await until(number);
      console.log(`${number} took ${await takeSeconds(() => migrate(open, directory))}`);
    });
    console.log(`during ${number}:`, ...lines);
  }
  const made = await probe(url, subject, async () => {
    console.log(`months took ${await takeSeconds(() => makePartitions(open, new Date()))}`);
  });
  console.log('while months are made:', ...made);
} finally {
  await open.close();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
  for (const path of [folder, dataDir]) await rm(path, { recursive: true });
}
