import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { send } from '../../test/support/http.ts';
import { spawnServe } from '../../test/support/service-process.ts';
import { createClientOver, fetchToken } from '../../test/support/tokens.ts';
import { createBenchDatabase } from './bench-database.ts';

// node bench/service/measure-statements.ts [--requests 60] [--seconds 60] [--hooks 0]: the statements that a service
// sends to PostgreSQL (CONFERE_BENCH_DATABASE_URL, a server that has loaded pg_stat_statements): when idle, of one
// request of each kind, of a mix of them, and which of them take a tenth of the database's time or more when idle.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '60' },
    hooks: { type: 'string', default: '0' },
  },
});
const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
if (serverUrl === undefined) throw new Error('CONFERE_BENCH_DATABASE_URL is not set');
const requests = Number(values.requests);
const seconds = Number(values.seconds);

const endings: (() => unknown)[] = [];
const scope = { after: (ending: () => unknown) => void endings.push(ending) };
const place = await createBenchDatabase(serverUrl);
try {
  await measure();
} finally {
  for (const ending of endings.reverse()) await ending();
  await place.remove();
}

async function measure(): Promise<void> {
  const statements = await openStatements(place.variables.DATABASE_URL!);
  const served = await spawnServe(scope, {
    ...place.variables,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LIMIT_PER_PERSON_PER_MINUTE: '1000000',
    RATE_LIMIT_PERSON_PER_MINUTE: '1000000',
    FACE_LOCK_AFTER_FAILURES: '0',
  });
  const scopes = ['faces:authenticate', 'faces:write', 'attempts:read', 'people:read', 'admin'];
  const client = await createClientOver(served.url, served.admin!, {
    product: 'customer',
    scopes: [...scopes, 'executions:write', 'templates:write', 'events:read', 'webhooks:write'],
  });
  const token = await fetchToken(served.url, client);
  const call = async (method: string, path: string, json?: unknown, headers = {}) => {
    const answer = await send(`${served.url}${path}`, {
      method,
      token,
      headers,
      ...(json === undefined ? {} : { json }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  for (let hook = 0; hook < Number(values.hooks); hook += 1) {
    // Nobody listens there: the deliveries are work of their own, and no part of a request.
    await call('POST', '/v1/webhook-endpoints', { url: `https://hooks.example/${hook}` });
  }
  const template = await call('POST', '/v1/query-templates', {
    name: 'Measured',
    subject: 'person',
    sources: [],
    rules: [],
  });
  const { sameWoman } = await cutDemoPhotos(1_000);
  const cpf = generateCpf();
  const register = async (whom: string) => {
    const response = await fetch(`${served.url}/v1/people/${whom}/face`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(sameWoman[0]),
    });
    if (response.status !== 201) throw new Error(`no face: ${response.status} ${await response.text()}`);
  };
  const body = {
    peopleId: cpf,
    imageUrl: `data:image/jpeg;base64,${Buffer.from(sameWoman[1]).toString('base64')}`,
  };
  let attemptId = '';
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    authenticate: async () => {
      attemptId = (await call('POST', '/v1/face-authentications', body)).id;
    },
    'authenticate with a key': () =>
      call('POST', '/v1/face-authentications', body, { 'idempotency-key': randomUUID() }),
    'read an attempt': () => call('GET', `/v1/face-authentications/${attemptId}`),
    'list attempts': () => call('GET', '/v1/face-authentications?limit=20'),
    'register a face': () => register(generateCpf()),
    'begin an execution': () =>
      call('POST', '/v1/executions', { templateId: template.id, cpf: generateCpf() }),
    'read a person': () => call('GET', `/v1/people/${cpf}`),
  };
  await register(cpf);
  await call('POST', '/v1/executions', { templateId: template.id, cpf });
  await statements.settle();
  for (const once of Object.values(kinds)) for (let n = 0; n < 3; n += 1) await once();

  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  await pause(15_000);
  await statements.forget();
  await pause(seconds * 1_000);
  const idle = await statements.read();
  const all = sum(idle.map(({ calls }) => calls));
  const time = sum(idle.map(({ ms }) => ms));
  console.log(`idle: ${(all / seconds).toFixed(1)} statements a second`);
  for (const it of idle.slice(0, 12)) print(it, `${((100 * it.ms) / time).toFixed(0)} % of the time`, 1);

  for (const [name, once] of Object.entries(kinds)) {
    await statements.settle();
    await statements.forget();
    for (let n = 0; n < requests; n += 1) await once();
    await statements.settle();
    const found = await statements.read();
    const perRequest = sum(found.map(({ calls }) => calls)) / requests;
    console.log(`${name}: ${perRequest.toFixed(1)} statements each, with what follows in the background`);
    for (const it of found.filter(({ calls }) => calls >= requests / 4)) print(it, '', requests);
  }
  await statements.settle();
  await statements.forget();
  for (let n = 0; n < requests; n += 1) await Promise.all(Object.values(kinds).map((once) => once()));
  await statements.settle();
  const inMix = await statements.read();
  const mixed = sum(inMix.map(({ calls }) => calls));
  const mixedMs = sum(inMix.map(({ ms }) => ms));
  const sent = requests * Object.keys(kinds).length;
  console.log(`mix: ${(mixed / sent).toFixed(1)} statements each of ${sent} requests`);
  for (const it of inMix.toSorted((a, b) => b.ms - a.ms).slice(0, 12))
    print(it, `${((100 * it.ms) / mixedMs).toFixed(0)} % of the time`, sent);
}

type Statement = { readonly text: string; readonly calls: number; readonly ms: number };

function print({ text, calls, ms }: Statement, share: string, by: number): void {
  const each = by === 1 ? String(calls) : (calls / by).toFixed(2);
  console.log(`  ${each.padStart(6)}  ${(ms / calls).toFixed(2)} ms  ${share}  ${text.slice(0, 150)}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What this database was sent, as pg_stat_statements counts it. Its own questions are left out. */
async function openStatements(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  endings.push(() => client.end());
  await client.query('create schema measured; create extension pg_stat_statements schema measured');
  return {
    forget: () => client.query('select measured.pg_stat_statements_reset()'),
    /** Waits until work that requests left behind has ended. */
    settle: () => pause(3_000),
    async read(): Promise<readonly Statement[]> {
      const { rows } = await client.query(`
        select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int, total_exec_time as ms
          from measured.pg_stat_statements
         where dbid = (select oid from pg_database where datname = current_database())
           and query not like '%pg_stat_statements%'
         order by calls desc, total_exec_time desc`);
      return rows;
    },
  };
}
