import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { generateCnpj } from '../../src/platform/documents.ts';
import { send } from '../../test/support/http.ts';
import { spawnServe } from '../../test/support/service-process.ts';
import { requestToken } from '../../test/support/tokens.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { percentile } from '../service/percentile.ts';

// node bench/events/measure-watches.ts [--watches 100000] [--due 70] [--seconds 120]: the p99 of reads of a sandbox on
// PostgreSQL (CONFERE_BENCH_DATABASE_URL), without watches and with so many, of which so many are due in each minute.
const { values } = parseArgs({
  options: {
    watches: { type: 'string', default: '100000' },
    due: { type: 'string', default: '70' },
    seconds: { type: 'string', default: '120' },
  },
});
const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
if (serverUrl === undefined) throw new Error('CONFERE_BENCH_DATABASE_URL is not set');
const count = Number(values.watches);
const duePerMinute = Number(values.due);
const seconds = Number(values.seconds);
const minutes = Math.ceil(seconds / 60) + 1;
const readsPerSecond = 20;

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
  const served = await spawnServe(scope, {
    ...place.variables,
    SANDBOX: 'on',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  });
  const { body: grant } = await requestToken(served.url, served.admin!);
  const token = grant.access_token as string;
  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await send(`${served.url}${path}`, {
      method,
      token,
      ...(json === undefined ? {} : { json }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const made = await call('POST', '/v1/query-templates', {
    name: 'Watched',
    subject: 'company',
    sources: [{ name: 'pjSanctions' }],
    rules: [{ name: 'fine', status: 'APPROVED', when: 'true' }],
  });
  const templateId = made.data?.id ?? made.id;
  const cnpj = generateCnpj();
  await call('POST', '/v1/executions', { templateId, cnpj });
  const read = () => call('GET', `/v1/companies/${cnpj}`);
  await readFor(10, read);
  const idle = await readFor(seconds, read);

  const real: string[] = [];
  while (real.length < duePerMinute * minutes) {
    const watch = await call('POST', '/v1/watches', { cnpj: generateCnpj(), templateId, intervalDays: 1 });
    real.push(watch.id);
  }
  const client = new Client({ connectionString: place.variables.DATABASE_URL! });
  await client.connect();
  endings.push(() => client.end());
  // The rest is never due while this runs, so that nobody opens rows that are sealed for another id.
  await client.query(
    `insert into watches select (jsonb_populate_record(w, jsonb_build_object(
       'id', 'wat_' || md5(n::text),
       'last_run_at', null,
       'subject_index', '\\x' || md5('a' || n) || md5('b' || n),
       'due_at', now() + interval '1 hour' + n * interval '0.8 seconds'))).*
     from watches w, generate_series(1, $1::int) n where w.id = (select min(id) from watches)`,
    [count - real.length],
  );
  await client.query(
    `update watches set due_at = now() + (one.n / $2::int) * interval '1 minute'
     from (select id, row_number() over (order by id) - 1 as n from watches where id = any($1)) one
     where one.id = watches.id`,
    [real, duePerMinute],
  );
  await client.query('analyze watches');
  const busy = await readFor(seconds, read);
  const { rows } = await client.query(
    'select count(*)::int as count, count(last_run_at)::int as ran from watches',
  );
  const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
  const show = (times: readonly number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms of ${times.length}`;
  console.log(`reads without watches: ${show(idle)}`);
  console.log(`reads with ${rows[0].count} watches, ${rows[0].ran} of which ran: ${show(busy)}`);
  console.log(
    `p99 ${ratio.toFixed(2)} times; ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}`,
  );
}

/** Times in milliseconds of reads that begin at a fixed rate, whether those before have ended or not. */
async function readFor(longSeconds: number, read: () => Promise<unknown>): Promise<readonly number[]> {
  const reads: Promise<number>[] = [];
  const until = performance.now() + longSeconds * 1_000;
  while (performance.now() < until) {
    const begun = performance.now();
    reads.push(read().then(() => performance.now() - begun));
    await pause(1_000 / readsPerSecond);
  }
  return await Promise.all(reads);
}
