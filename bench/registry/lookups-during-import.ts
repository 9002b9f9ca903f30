import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { importRegistry } from '../../src/registry/index.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { percentile } from '../service/percentile.ts';
import { generateRegistry } from './generate-registry.ts';
import { headOfficeOf, makeCompany } from './make-company.ts';

// node bench/registry/lookups-during-import.ts [--companies N] [--rate N] [--embedded]
//
// Lookups over HTTP at a steady rate, idle and while a month of as many companies is imported beside and switched to:
// by `confere registry import` on PostgreSQL at CONFERE_BENCH_DATABASE_URL, by the answering process itself on the
// embedded database. Latency counts from when a request was due. Says whether every answer came, each from one month.
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    embedded: { type: 'boolean', default: false },
  },
});
const [companies, rate] = [Number(values.companies), Number(values.rate)];
const serverUrl = values.embedded ? undefined : process.env.CONFERE_BENCH_DATABASE_URL;
if (!values.embedded && serverUrl === undefined) throw new TypeError('CONFERE_BENCH_DATABASE_URL is not set');

const place = await createBenchDatabase(serverUrl);
const { DATABASE_URL: databaseUrl } = place.variables;
const [first, second] = [join(place.dataDir, 'first'), join(place.dataDir, 'second')];
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let server: ReturnType<typeof spawn> | undefined;
let command: ReturnType<typeof spawn> | undefined;
try {
  // The same numbers in both months, the companies others.
  await generateRegistry({ directory: first, companies, seed: 1, month: '2026-04' });
  await generateRegistry({ directory: second, companies, seed: 2, month: '2026-05' });
  {
    const logger = createLogger({ level: 'silent' });
    await using database = await openDatabase({ databaseUrl, dataDir: place.dataDir, logger });
    await migrate(database, join(import.meta.dirname, '../../migrations'));
    await importRegistry({ database, clock: systemClock }, { directory: first, ignoreChecks: true });
  }
  server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'lookup-process.ts'), place.dataDir, databaseUrl ?? ''],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(server.stdout!, 'data');
  const port = Number(String(line));

  if (databaseUrl !== undefined) command = prepareCommand();
  await measure(port, 'warming up', wait(3000));
  const idle = await measure(port, 'idle', wait(Number(values.seconds) * 1000));
  const started = performance.now();
  let isImporting = true;
  const importing = runImport(port).finally(() => {
    isImporting = false;
  });
  const during = await measure(port, 'during the import', importing);
  const importSeconds = (performance.now() - started) / 1000;
  if (isImporting) throw new Error('unreachable');
  const after = await measure(port, 'after', wait(5000));
  console.log(
    JSON.stringify({
      importSeconds: Number(importSeconds.toFixed(1)),
      p99Ratio: Number((during.p99Ms / idle.p99Ms).toFixed(2)),
      idle,
      during,
      after,
    }),
  );
} finally {
  command?.kill();
  server?.kill();
  if (server !== undefined && server.exitCode === null && server.signalCode === null)
    await once(server, 'exit');
  agent.destroy();
  await place.remove();
}

async function runImport(port: number): Promise<void> {
  if (databaseUrl === undefined) {
    const response = await fetch(`http://127.0.0.1:${port}/import?from=${encodeURIComponent(second)}`, {
      method: 'POST',
    });
    if (!response.ok) throw new Error(await response.text());
    return;
  }
  command!.stdin!.write('\n');
  const [status] = await once(command!, 'exit');
  if (status !== 0) throw new Error(`the import ended with ${status}`);
}

/** The command, waiting for a line: to make a process takes this one's thread for so long that latencies would tell. */
function prepareCommand() {
  const program = join(import.meta.dirname, '../../src/main.ts');
  const words = [process.execPath, program, 'registry', 'import', '--from', second, '--force', '--json'];
  return spawn('sh', ['-c', 'read line; exec "$@"', 'sh', ...words], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...place.variables },
  });
}

async function measure(port: number, name: string, until: Promise<unknown>) {
  await fetch(`http://127.0.0.1:${port}/event-loop`);
  const latencies: number[] = [];
  const latenciesByMonth: Record<string, number[]> = {};
  let errors = 0;
  let mixed = 0;
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const open = new Set<Promise<void>>();
  const startMs = performance.now();
  for (let count = 0; !isOver; count += 1) {
    const dueMs = startMs + (count * 1000) / rate;
    const early = dueMs - performance.now();
    if (early > 0) await wait(early);
    const index = (count * 7919) % companies;
    const asked = ask(port, headOfficeOf(makeCompany(1, index)))
      .then(({ status, body }) => {
        latencies.push(performance.now() - dueMs);
        if (status !== 200 && status !== 404) errors += 1;
        else {
          const month = body.dataMonth ?? body.record.dataMonth;
          latenciesByMonth[month] ??= [];
          latenciesByMonth[month].push(performance.now() - dueMs);
          if (body.found && isMixed(body.record, index)) mixed += 1;
        }
      })
      .catch(() => {
        errors += 1;
      })
      .finally(() => void open.delete(asked));
    open.add(asked);
  }
  await Promise.all(open);
  await over;
  const eventLoop = await (await fetch(`http://127.0.0.1:${port}/event-loop`)).json();
  const round = (value: number) => Number(value.toFixed(1));
  const figures = {
    requests: latencies.length,
    p50Ms: round(percentile(latencies, 0.5)),
    p95Ms: round(percentile(latencies, 0.95)),
    p99Ms: round(percentile(latencies, 0.99)),
    maxMs: round(Math.max(...latencies)),
    errors,
    mixed,
    months: Object.fromEntries(
      Object.entries(latenciesByMonth).map(([month, ms]) => [
        month,
        { answers: ms.length, p95Ms: round(percentile(ms, 0.95)) },
      ]),
    ),
    eventLoop,
  };
  console.error(name, JSON.stringify(figures));
  return figures;
}

/** Whether what a record says is not all of the month it names. */
function isMixed(
  record: { dataMonth: string; officialName: string; partners: { name: string }[] },
  index: number,
) {
  const expected = makeCompany(record.dataMonth === '2026-04' ? 1 : 2, index);
  return (
    record.officialName !== expected.company[1] ||
    record.partners.some(({ name }) => !expected.partners.some((row) => row[2] === name))
  );
}

type Answer = {
  readonly status: number;
  readonly body: { found: boolean; dataMonth?: string; record: Parameters<typeof isMixed>[0] };
};

function ask(port: number, cnpj: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path: `/companies/${cnpj}`, agent },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (more: string) => {
          text += more;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    request.once('error', reject);
    request.end();
  });
}
