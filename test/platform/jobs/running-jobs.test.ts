import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/index.ts';
import { createJobs, type Jobs } from '../../../src/platform/jobs/index.ts';
import { insertJob } from '../../../src/platform/jobs/jobs-store.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  type TestDatabaseAddress,
  testDatabaseKinds,
} from '../../support/database.ts';
import { createGate, logger, openJobs, pollIntervalMs, readJob, waitForState } from './open-jobs.ts';

/** A program that runs one job, `long`, on the database of its arguments. */
function createProgram(handler: string): string {
  return `
    const base = ${JSON.stringify(new URL('../../../src/platform/', import.meta.url).href)};
    const { existsSync } = await import('node:fs');
    const { openDatabase } = await import(base + 'db/index.ts');
    const { createJobs } = await import(base + 'jobs/index.ts');
    const { createLogger } = await import(base + 'log.ts');
    const logger = createLogger({ level: 'silent' });
    const [dataDir, databaseUrl, releasePath] = process.argv.slice(1);
    const open = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined, logger });
    const jobs = createJobs(open, logger, { pollIntervalMs: 500 });
    jobs.register('long', ${handler}, { retryDelaySeconds: 1 });
    await jobs.start();
    await jobs.enqueue('long', { n: 1 });
  `;
}

function startProgram(t: TestContext, program: string, address: TestDatabaseAddress, releasePath = '') {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, address.dataDir, address.databaseUrl ?? '', releasePath],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.after(() => child.kill('SIGKILL'));
  return child;
}

describeDatabases('a job whose process was killed', (kind) => {
  it('is run again, counting one try', async (t) => {
    const address = await createTestDatabase(t, kind);
    const child = startProgram(
      t,
      createProgram(`() => {
        process.stdout.write('running');
        return new Promise(() => {});
      }`),
      address,
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    await using open = await openDatabase({ ...address, logger });
    const jobs = createJobs(open, logger, { pollIntervalMs, leaseMs: 1_000 });
    const gate = createGate();
    jobs.register('long', gate.handler, { retryDelaySeconds: 1 });
    await jobs.start();
    const run = await gate.next();
    assert.deepEqual(run.job.data, { n: 1 });
    run.end({ outcome: 'done' });
    assert.equal((await waitForState(open, run.job.id, 'done')).failed_runs, 1);
    await jobs.stop({ timeoutMs: 1_000 });
  });
});

const needsPostgres = testDatabaseKinds().includes('postgres')
  ? false
  : 'the embedded database belongs to one process; CONFERE_TEST_DATABASE_URL is not set';

it('a process that stood still while its job was taken over records nothing of it', {
  skip: needsPostgres,
}, async (t) => {
  const address = await createTestDatabase(t, 'postgres');
  const folder = await mkdtemp(join(tmpdir(), 'confere-jobs-'));
  t.after(() => rm(folder, { recursive: true }));
  const releasePath = join(folder, 'release');
  const child = startProgram(
    t,
    createProgram(`async (job) => {
      process.stdout.write('running');
      const turn = new Int32Array(new SharedArrayBuffer(4));
      // Nothing else happens in this process meanwhile.
      while (!existsSync(releasePath)) Atomics.wait(turn, 0, 0, 50);
      const isHeld = await open.db.transaction().execute((tx) => job.holdIn(tx));
      process.stdout.write(JSON.stringify({ isHeld }));
      setImmediate(async () => {
        await jobs.stop({ timeoutMs: 60_000 });
        process.exit();
      });
      return { outcome: 'skipped', reason: 'stood_still' };
    }`),
    address,
    releasePath,
  );
  await once(child.stdout, 'data');

  await using open = await openDatabase({ ...address, logger });
  const jobs = createJobs(open, logger, { pollIntervalMs, leaseMs: 1_000 });
  const gate = createGate();
  jobs.register('long', gate.handler, { retryDelaySeconds: 1 });
  await jobs.start();
  const run = await gate.next();
  await writeFile(releasePath, '');
  const [told] = await once(child.stdout, 'data');
  assert.deepEqual(JSON.parse(String(told)), { isHeld: false });
  await once(child, 'exit');
  assert.equal((await readJob(open, run.job.id))?.state, 'running', 'it is the other run that counts');
  assert.equal(await open.db.transaction().execute((tx) => run.job.holdIn(tx)), true);
  run.end({ outcome: 'done' });
  assert.deepEqual((await waitForState(open, run.job.id, 'done')).outcome, { outcome: 'done' });
  await jobs.stop({ timeoutMs: 1_000 });
});

describeDatabases('a run', (kind) => {
  it('whose process was killed before the clock was set back is made again', async (t) => {
    const { open, jobs } = await openJobs(t, kind, { leaseMs: 1_000 });
    jobs.register('long', async () => ({ outcome: 'done' }), { retryDelaySeconds: 0 });
    const id = await insertJob(open.db, { name: 'long' }, {}, {});
    await open.execute(`update jobs set state = 'running', began_at = now() + interval '1 hour',
      alive_at = now() + interval '1 hour'`);
    await jobs.start();
    await waitForState(open, id, 'done');
  });

  it('that has lost its job is told to end, and records nothing', async (t) => {
    const { open, jobs } = await openJobs(t, kind, { leaseMs: 1_000 });
    const gate = createGate();
    jobs.register('long', gate.handler);
    await jobs.start();
    const id = await jobs.enqueue('long', {});
    const run = await gate.next();
    const isHeld = () => open.db.transaction().execute((tx) => run.job.holdIn(tx));
    assert.equal(await isHeld(), true);
    // As if another process had taken it up.
    await open.execute(`update jobs set began_at = began_at + interval '1 hour' where id = $1`, [id]);
    if (!run.job.signal.aborted) await once(run.job.signal, 'abort');
    assert.equal(await isHeld(), false);
    run.end({ outcome: 'done' });
    await jobs.stop({ timeoutMs: 60_000 });
    assert.deepEqual(await readJob(open, id), { state: 'running', failed_runs: 0, outcome: null });
  });

  it('keeps its job for longer than a lease, one statement giving a sign of life for all of a process', async (t) => {
    const leaseMs = 2_000;
    const signs: number[] = [];
    let jobs: Jobs | undefined;
    t.after(() => jobs?.stop({ timeoutMs: 1_000 }));
    const open = await openTestDatabase(t, kind);
    const counting: OpenDatabase = {
      ...open,
      execute(text, parameters) {
        if (text.includes('set alive_at')) {
          const runs = /json_to_recordset/.test(text) ? JSON.parse(String(parameters![0])) : [];
          if (runs.length > 0) signs.push(runs.length);
        }
        return open.execute(text, parameters);
      },
    };
    jobs = createJobs(counting, logger, { pollIntervalMs, leaseMs });
    const gate = createGate();
    jobs.register('long', gate.handler, { concurrency: 3 });
    await jobs.start();
    const ids = await Promise.all([1, 2, 3].map(() => jobs!.enqueue('long', {})));
    const runs = [await gate.next(), await gate.next(), await gate.next()];
    const text = `select count(*) as n from jobs
      where name = 'long' and state = 'running' and alive_at > began_at + $1 * interval '1 millisecond'`;
    while ((await open.execute(text, [2 * leaseMs])).rows[0]!.n !== 3) await delay(50);
    assert.ok(signs.includes(3), `one statement for each look: ${signs}`);
    assert.ok(runs.every(({ job }) => !job.signal.aborted));
    for (const run of runs) run.end({ outcome: 'done' });
    for (const id of ids) assert.equal((await waitForState(open, id, 'done')).failed_runs, 0);
  });
});
