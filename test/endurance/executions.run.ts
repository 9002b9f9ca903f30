import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startExecution } from '../../src/profiles/index.ts';
import { createQueryTemplate } from '../../src/profiles/query-templates/save-query-template.ts';
import { createTestDatabase, testDatabaseKinds } from '../support/database.ts';
import { checkExecutions, countOpen } from './check-executions.ts';
import { type ExecutionParts, openExecutions, type RunAddress } from './execution-parts.ts';
import { startFlakyProvider } from './flaky-provider.ts';

/*
 * Runs executions on PostgreSQL while a provider fails for a share of the requests and the processes that work on
 * them are killed in turns, and looks at what became of each. Ends with status 1 when anything is not as it must be.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    'kill-every': { type: 'string', default: '30' },
    failures: { type: 'string', default: '0.2' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const killEveryMs = Number(values['kill-every']) * 1_000;
const random = createSeededRandom(Number(values.seed));
/** Every so many is about a company, which onboards its partners and waits for them or not, in turns. */
const companyEvery = 10;
const program = fileURLToPath(new URL('execution-worker.ts', import.meta.url));
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

if (!testDatabaseKinds().includes('postgres')) {
  console.error('CONFERE_TEST_DATABASE_URL is not set: processes cannot share the embedded database.');
  process.exit(2);
}

/** Starts a process that works; resolves when it does. */
async function startWorker(address: RunAddress): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(address)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

async function startAll({
  profiles,
}: ExecutionParts): Promise<Map<string, { key: string; partners: number }>> {
  const deps = { ...profiles, sources: profiles.sources.sources };
  const rules = (source: string) => [
    { name: 'fine', when: `sources.${source}.data.isFine`, status: 'APPROVED' as const },
    { name: 'not-fine', when: `!sources.${source}.data.isFine`, status: 'REPROVED' as const },
  ];
  const person = await createQueryTemplate(deps, {
    name: 'person',
    subject: 'person',
    sources: [{ name: 'person' }],
    rules: rules('person'),
  });
  const companies = await Promise.all(
    [true, false].map((isAwaited) =>
      createQueryTemplate(deps, {
        name: 'company',
        subject: 'company',
        sources: [{ name: 'company' }],
        rules: rules('company'),
        onboardPartners: { isEnabled: true, isAwaited, personTemplateId: person.id },
      }),
    ),
  );
  const started = new Map<string, { key: string; partners: number }>();
  // Of twenty thousand numbers two are the same now and then; the second execution would find nothing to change.
  const seen = new Set<string>();
  const generateNew = <T extends string>(generate: () => T): T => {
    for (;;) {
      const number = generate();
      if (seen.size < seen.add(number).size) return number;
    }
  };
  for (let n = 0; n < count; n += 1) {
    const isCompany = n % companyEvery === 0;
    const document = isCompany ? { cnpj: generateNew(generateCnpj) } : { cpf: generateNew(generateCpf) };
    const template = isCompany ? companies[(n / companyEvery) % 2]! : person;
    const { execution } = await startExecution(profiles, {
      document,
      templateId: template.id,
      origin: 'API',
      clientId: undefined,
      attributes: {},
      metadata: undefined,
      referenceId: undefined,
    });
    const key = 'cnpj' in document ? document.cnpj : document.cpf;
    started.set(execution.id, { key, partners: isCompany ? 3 : 0 });
  }
  return started;
}

const endings: (() => unknown)[] = [];
try {
  const { databaseUrl } = await createTestDatabase(
    { after: (ending) => endings.push(ending as () => unknown) },
    'postgres',
  );
  const provider = await startFlakyProvider(Number(values.failures), random);
  endings.push(() => provider.close());
  const address: RunAddress = {
    databaseUrl: databaseUrl!,
    masterKey: randomBytes(32).toString('base64'),
    providerUrl: provider.url,
  };
  const prepared = await openDatabase({
    databaseUrl,
    dataDir: 'unused',
    poolSize: 2,
    logger: createLogger({ level: 'silent' }),
  });
  await migrate(prepared, migrations);
  await prepared.close();

  const own = await openExecutions(address, 2);
  endings.push(() => own.open.close());
  endings.push(() => own.jobs.stop({ timeoutMs: 1_000 }));
  // Takes jobs and leaves the work to the others.
  await own.jobs.start({ work: false });
  const begun = performance.now();
  const starting = startAll(own);
  const workers = await Promise.all(
    Array.from({ length: Number(values.workers) }, () => startWorker(address)),
  );
  endings.push(() => {
    for (const worker of workers) worker.kill('SIGKILL');
  });

  let kills = 0;
  let nextKillAt = performance.now() + killEveryMs;
  let started: Awaited<typeof starting> | undefined;
  void starting.then((all) => {
    started = all;
  });
  for (let quiet = 0; quiet < 2; ) {
    await delay(1_000);
    if (performance.now() >= nextKillAt) {
      const turn = kills % workers.length;
      workers[turn]!.kill('SIGKILL');
      workers[turn] = await startWorker(address);
      kills += 1;
      nextKillAt = performance.now() + killEveryMs;
    }
    const open = await countOpen(own.open.db);
    quiet = started !== undefined && open.executions === 0 && open.jobs === 0 ? quiet + 1 : 0;
    const seconds = Math.round((performance.now() - begun) / 1_000);
    if (!values.json && seconds % 10 === 0) {
      console.error(`${seconds} s: ${open.executions} executions and ${open.jobs} jobs open, ${kills} kills`);
    }
    // A stuck one is what this looks for: it ends, and is told below.
    if (performance.now() - begun > 120_000 + count * 200) break;
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const all = started ?? (await starting);
  const open = await countOpen(own.open.db);
  const problems = [
    ...(open.executions > 0 ? [`${open.executions} executions are stuck`] : []),
    ...(open.jobs > 0 ? [`${open.jobs} jobs are stuck`] : []),
    ...(await checkExecutions(own.profiles, all)),
  ];
  const { requests, failures } = provider;
  const outcome = { started: all.size, kills, seconds, provider: { requests, failures }, problems };
  console.log(values.json ? JSON.stringify(outcome, null, 2) : outcome);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  for (const ending of endings.reverse()) await ending();
}
