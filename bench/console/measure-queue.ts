import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { loadAppConfig } from '../../src/app.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startService } from '../../src/process/start-service.ts';
import { acceptFirstAdministrator, type Person } from '../../test/support/console.ts';
import { createStandInEngine } from '../../test/support/service-engine.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { percentile } from '../service/percentile.ts';

/*
 * How long the queue of cases, a case and the figures of attempts take with many open cases and attempts. Makes a
 * database of its own on the server of --url and drops it. Requests go to the service as those of the console do, one
 * after another, with the cookie of an administrator. What is sealed in attempts is random bytes.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    cases: { type: 'string', default: '100000' },
    attempts: { type: 'string', default: '1000000' },
    reads: { type: 'string', default: '200' },
    'figure-reads': { type: 'string', default: '200' },
    plans: { type: 'boolean', default: false },
  },
});
const [cases, attempts] = [Number(values.cases), Number(values.attempts)];
const client1 = `cli_${hash('md5', '1')}`;
const attemptsOfPerson = 20;
const people = Math.ceil(attempts / attemptsOfPerson);
const dayMs = 86_400_000;
const now = Date.now();
const days = 60;

const idOf = (prefix: string, at: string, number: string) =>
  `'${prefix}_' || lpad(to_hex(${at}), 12, '0') || '7' || substr(md5(${number}::text), 1, 19)`;
const momentOf = (number: string, rows: number) =>
  `(${now - days * dayMs} + ${number} * ${Math.floor((days * dayMs) / (rows + 1))})::bigint`;
const personOf = (number: string) => `'per_' || md5((${number} % ${people})::text)`;

async function fill(client: Client): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'attempts' and indexname <> 'attempts_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  // People are not read by any of this: they are left out.
  await client.query('alter table attempts drop constraint attempts_person_id_fkey');
  const at = momentOf('n', attempts);
  await client.query(
    `insert into attempts (id, created_at, client_id, person_id, registered_image_id, received_image_id, similarity,
        is_face_match, liveness_probability, is_alive, is_match, decision, key_id, wrapped_key, ciphertext)
     select ${idOf('att', at, 'n')}, to_timestamp(${at} / 1000.0), 'cli_' || md5((n % 10)::text), ${personOf('n')}, null, null,
        (n % 1000) / 1000.0, n % 1000 >= 500, 0.9, true, n % 1000 >= 500,
        jsonb_build_object('outcome', case when n % 1000 >= 500 then 'match' else 'face_mismatch' end,
          'templateModel', 'stand-in@1', 'durationMs', 60 + n % 300, 'score', 0.5, 'scoreThreshold', 0.4,
          'falseMatchRate', 0.0001, 'livenessEngine', 'x', 'livenessThreshold', 0.5, 'models', '[]'::jsonb, 'references', 1,
          'words', (select string_agg(md5((n + word)::text), '') from generate_series(1, 36) as word)),
        'key_1', decode(md5(n::text) || md5((n + 1)::text), 'hex') || '\\x00', decode(repeat(md5(n::text), 5), 'hex')
     from generate_series(1, ${attempts}::bigint) as n`,
  );
  for (const { definition } of indexes) await client.query(definition);
  const opened = momentOf('n', cases);
  await client.query(
    `insert into cases (id, kind, state, priority, person_id, reasons, origin, due_at, opened_at)
     select ${idOf('cas', opened, 'n')},
        (array['list_hit', 'execution_pending', 'similarity_band', 'possible_duplicate', 'liveness_failure'])[1 + n % 5],
        'open', 50, ${personOf('n')}, array['no_rule_matched'], 'bench:' || n,
        to_timestamp(${opened} / 1000.0) + interval '1 day', to_timestamp(${opened} / 1000.0)
     from generate_series(1, ${cases}::bigint) as n`,
  );
  await client.query('insert into attempts_to_sum select id from attempts');
  await client.query('vacuum analyze attempts');
  await client.query('vacuum analyze cases');
}

async function measure(
  name: string,
  admin: Person,
  makePath: (read: number) => string,
  { reads = Number(values.reads), method = 'GET' } = {},
): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let read = 0; read < reads + 3; read += 1) {
    const begun = performance.now();
    const answer = await admin.request(method, makePath(read));
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    // The first ones load code and plans.
    if (read >= 3) times.push(performance.now() - begun);
    bytes = answer.text.length;
  }
  const show = (share: number) => percentile(times, share).toFixed(1);
  console.log(`| ${name} | ${times.length} | ${bytes} | ${show(0.5)} | ${show(0.95)} | ${show(0.99)} |`);
}

async function showPlans(client: Client): Promise<void> {
  for (const statement of [
    `select * from cases order by id limit 51`,
    `select * from cases where state = 'open' order by id limit 51`,
    `select * from cases where state = 'open' and kind = 'list_hit' order by id limit 51`,
    `select * from cases where kind = 'manual' order by id limit 51`,
    `select * from cases where state = 'open' and assignee_id is null order by id limit 51`,
  ]) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off) ${statement}`,
    );
    console.log(`\n${statement}\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
}

const place = await createBenchDatabase(values.url);
const config = loadAppConfig({
  ...place.variables,
  LISTEN: '127.0.0.1:0',
  RATE_LIMIT_PER_MINUTE: '1000000',
});
const log = createLogger({ level: 'error', descriptor: 2 });
const running = await startService(config, { log, engine: createStandInEngine() });
const client = new Client({ connectionString: place.variables.DATABASE_URL });
await client.connect();
try {
  const begun = performance.now();
  await fill(client);
  console.error(
    `${cases} cases and ${attempts} attempts in ${Math.round((performance.now() - begun) / 1000)} s`,
  );
  const service = { url: running.url, running, clock: systemClock };
  const admin = await acceptFirstAdministrator(service as never);
  console.log('| request | reads | bytes | p50 ms | p95 ms | p99 ms |');
  console.log('|---|---|---|---|---|---|');
  await measure('the queue, first page', admin, () => '/v1/cases?limit=50');
  await measure('the queue, open cases', admin, () => '/v1/cases?limit=50&state=open');
  await measure('the queue, open list hits', admin, () => '/v1/cases?limit=50&state=open&kind=list_hit');
  await measure('the queue, a kind that no case has', admin, () => '/v1/cases?limit=50&kind=manual');
  await measure('the queue, cases of nobody', admin, () => '/v1/cases?limit=50&state=open&assignee=none');
  let cursor = '';
  for (let page = 0; page < 40; page += 1) {
    const { body } = await admin.request('GET', `/v1/cases?limit=200${cursor}`);
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  await measure('the queue, behind 8,000 cases', admin, () => `/v1/cases?limit=50${cursor}`);
  const { items } = (await admin.request('GET', '/v1/cases?limit=200')).body;
  const some = (read: number) => items[read % items.length];
  await measure('one case', admin, (read) => `/v1/cases/${some(read).id}`);
  await measure('next case', admin, () => '/v1/cases/next', { method: 'POST' });
  await measure('the queue, own cases', admin, () => '/v1/cases?limit=50&assignee=me');
  const from = (back: number) => new Date(now - back * dayMs).toISOString();
  const reads = Number(values['figure-reads']);
  const figures = (name: string, query: string) =>
    measure(`figures of ${name}`, admin, () => `/v1/attempt-statistics?${query}`, { reads });
  const summing = performance.now();
  const isSummed = async () => (await client.query('select from attempts_to_sum limit 1')).rowCount === 0;
  while (!(await isSummed())) await delay(200);
  console.error(`summed within ${Math.round((performance.now() - summing) / 1000)} s`);
  await client.query('vacuum analyze attempt_sums');
  await figures('7 days and the 7 before', `from=${from(7)}`);
  await figures('30 days and the 30 before', `from=${from(30)}`);
  await figures('30 days, of Brasília', `from=${from(30)}&utcOffsetMinutes=-180`);
  await figures('30 days, of India', `from=${from(30)}&utcOffsetMinutes=330`);
  await figures('30 days of one client', `from=${from(30)}&clientId=${client1}`);
  await figures('365 days and the 365 before', `from=${from(365)}`);
  if (values.plans) await showPlans(client);
} finally {
  await client.end();
  await running.stop();
  await place.remove();
}
