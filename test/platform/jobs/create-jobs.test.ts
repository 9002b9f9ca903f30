import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/index.ts';
import {
  type CreateJobsOptions,
  createJobs,
  type Job,
  type JobOutcome,
  type Jobs,
} from '../../../src/platform/jobs/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  type TestDatabaseAddress,
  type TestDatabaseKind,
  testDatabaseKinds,
} from '../../support/database.ts';

const logger = createLogger({ level: 'silent' });
const pollIntervalMs = 500;

type Opened = { readonly open: OpenDatabase; readonly jobs: Jobs };

/** Jobs on a database of their own, stopped and closed after the test. */
async function openJobs(
  t: TestContext,
  kind: TestDatabaseKind,
  options: CreateJobsOptions = {},
): Promise<Opened> {
  let jobs: Jobs | undefined;
  t.after(() => jobs?.stop({ timeoutMs: 1_000 }));
  const open = await openTestDatabase(t, kind);
  jobs = createJobs(open, logger, { pollIntervalMs, ...options });
  return { open, jobs };
}

/** A handler that hands its jobs to the test, which decides how each ends. */
function createGate() {
  const waiting: { job: Job; end(outcome: JobOutcome | Promise<never>): void }[] = [];
  const arrivals: (() => void)[] = [];
  return {
    handler: (job: Job) =>
      new Promise<JobOutcome>((resolve) => {
        waiting.push({ job, end: resolve });
        arrivals.shift()?.();
      }),
    async next() {
      if (waiting.length === 0) await new Promise<void>((resolve) => arrivals.push(resolve));
      return waiting.shift()!;
    },
    get waitingCount() {
      return waiting.length;
    },
  };
}

type JobRow = { state: string; retry_count: number; output: unknown };

async function readJob(open: OpenDatabase, id: string | undefined): Promise<JobRow | undefined> {
  const { rows } = await open.execute('select state, retry_count, output from pgboss.job where id = $1', [
    id,
  ]);
  return rows[0] as JobRow | undefined;
}

/** Waits until the job is recorded as being in a state. The test's own time limit ends a wait in vain. */
async function waitForState(open: OpenDatabase, id: string | undefined, state: string): Promise<JobRow> {
  for (;;) {
    const row = await readJob(open, id);
    if (row?.state === state) return row;
    await delay(50);
  }
}

describeDatabases('jobs', (kind) => {
  it('run once with their data and are recorded as done or skipped with the reason', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('greet', gate.handler);
    await jobs.start();
    const first = await jobs.enqueue('greet', { to: 'somebody' });
    const run = await gate.next();
    assert.deepEqual(run.job.data, { to: 'somebody' });
    assert.equal(run.job.id, first);
    run.end({ outcome: 'done' });
    await waitForState(open, first, 'completed');

    const second = await jobs.enqueue('greet', {});
    (await gate.next()).end({ outcome: 'skipped', reason: 'nothing_new' });
    const row = await waitForState(open, second, 'completed');
    assert.deepEqual(row.output, { outcome: 'skipped', reason: 'nothing_new' });
    assert.equal(gate.waitingCount, 0);
  });

  it('that fail are tried again, up to their limit', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('flaky', gate.handler, { retryLimit: 1, retryDelaySeconds: 1 });
    await jobs.start();
    const id = await jobs.enqueue('flaky', {});
    (await gate.next()).end({ outcome: 'failed', retryable: true, reason: 'source_down' });
    await waitForState(open, id, 'retry');
    const second = await gate.next();
    assert.equal(second.job.id, id);
    second.end({ outcome: 'failed', retryable: true, reason: 'source_still_down' });
    const row = await waitForState(open, id, 'failed');
    assert.deepEqual(row.output, { outcome: 'failed', retryable: true, reason: 'source_still_down' });
  });

  it('that cannot succeed are not tried again', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('hopeless', async () => ({ outcome: 'failed', retryable: false, reason: 'not_found' }));
    await jobs.start();
    const id = await jobs.enqueue('hopeless', {});
    const row = await waitForState(open, id, 'failed');
    assert.equal(row.retry_count, 0);
  });

  it('that throw are tried again, and what they threw is not stored', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('thrower', async () => {
      throw new RangeError('52998224725 is in this message');
    });
    await jobs.start();
    const id = await jobs.enqueue('thrower', {});
    const row = await waitForState(open, id, 'retry');
    assert.deepEqual(row.output, { outcome: 'failed', retryable: true, reason: 'RangeError' });
  });

  it('added in a transaction exist only if it commits', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('after-commit', gate.handler);
    await jobs.start();
    const failure = new Error('roll back');
    let lost: string | undefined;
    await assert.rejects(
      open.db.transaction().execute(async (tx) => {
        lost = await jobs.enqueueIn(tx, 'after-commit', { n: 1 });
        throw failure;
      }),
      failure,
    );
    assert.ok(lost);
    assert.equal(await readJob(open, lost), undefined);
    const kept = await open.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      return jobs.enqueueIn(tx, 'after-commit', { n: 2 });
    });
    const run = await gate.next();
    assert.deepEqual([run.job.id, run.job.data], [kept, { n: 2 }]);
    run.end({ outcome: 'done' });
  });

  it('of an exclusive kind are not added twice for one key', async (t) => {
    const { jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('import', gate.handler, { policy: 'exclusive' });
    await jobs.start();
    assert.ok(await jobs.enqueue('import', {}, { key: '2026-07' }));
    assert.equal(await jobs.enqueue('import', {}, { key: '2026-07' }), undefined);
    assert.ok(await jobs.enqueue('import', {}, { key: '2026-08' }));
    for (let count = 0; count < 2; count += 1) (await gate.next()).end({ outcome: 'done' });
  });

  it('for later are not run before their time', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('later', gate.handler);
    await jobs.start();
    const later = await jobs.enqueue('later', {}, { startAfter: new Date(Date.now() + 3_600_000) });
    const now = await jobs.enqueue('later', {});
    const run = await gate.next();
    assert.equal(run.job.id, now);
    run.end({ outcome: 'done' });
    await waitForState(open, now, 'completed');
    assert.equal((await readJob(open, later))?.state, 'created');
  });

  it('that finish during a stop are recorded as finished', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('slow', gate.handler);
    await jobs.start();
    const id = await jobs.enqueue('slow', {});
    const run = await gate.next();
    const stopped = jobs.stop({ timeoutMs: 60_000 });
    assert.equal(run.job.signal.aborted, true);
    run.end({ outcome: 'done' });
    await stopped;
    assert.equal((await readJob(open, id))?.state, 'completed');
  });

  it('that a stop cuts short go back to the queue without losing a try, and run after the next start', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const obedient = createGate();
    const stubborn = createGate();
    jobs.register('obedient', obedient.handler, { retryLimit: 0 });
    jobs.register('stubborn', stubborn.handler, { retryLimit: 0 });
    await jobs.start();
    const ids = [await jobs.enqueue('obedient', {}), await jobs.enqueue('stubborn', {})];
    const giving = await obedient.next();
    await stubborn.next();
    giving.job.signal.addEventListener('abort', () => giving.end(Promise.reject(giving.job.signal.reason)));
    await jobs.stop({ timeoutMs: 300 });
    for (const id of ids) {
      assert.deepEqual(await readJob(open, id), { state: 'created', retry_count: 0, output: null });
    }

    const next = createJobs(open, logger, { pollIntervalMs });
    for (const name of ['obedient', 'stubborn']) next.register(name, async () => ({ outcome: 'done' }));
    await next.start();
    for (const id of ids) await waitForState(open, id, 'completed');
    await next.stop({ timeoutMs: 1_000 });
  });

  it('are no reason for a stop to fail when the database has gone first', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('orphan', gate.handler);
    await jobs.start();
    await jobs.enqueue('orphan', {});
    await gate.next();
    await open.close();
    await jobs.stop({ timeoutMs: 100 });
  });

  it('can be added by a process that does not work, and only between start and stop', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('left', async () => ({ outcome: 'done' }));
    await assert.rejects(jobs.enqueue('left', {}), TypeError);
    await jobs.start({ work: false });
    await assert.rejects(jobs.enqueue('unknown', {}), TypeError);
    const id = await jobs.enqueue('left', {});
    await jobs.stop({ timeoutMs: 1_000 });
    await assert.rejects(jobs.enqueue('left', {}), TypeError);
    assert.equal((await readJob(open, id))?.state, 'created');
  });

  it('keep their schedule in the database, and forget one that is no longer wanted', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('nightly', async () => ({ outcome: 'done' }));
    jobs.schedule('nightly', '15 3 * * *');
    await jobs.start();
    const text = 'select name, cron, timezone from pgboss.schedule';
    assert.deepEqual((await open.execute(text)).rows, [
      { name: 'nightly', cron: '15 3 * * *', timezone: 'America/Sao_Paulo' },
    ]);
    await jobs.stop({ timeoutMs: 1_000 });
    const next = createJobs(open, logger, { pollIntervalMs });
    next.register('nightly', async () => ({ outcome: 'done' }));
    await next.start();
    assert.deepEqual((await open.execute(text)).rows, []);
    await next.stop({ timeoutMs: 1_000 });
  });
});

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
    assert.equal((await waitForState(open, run.job.id, 'completed')).retry_count, 1);
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
  assert.equal((await readJob(open, run.job.id))?.state, 'active', 'it is the other run that counts');
  assert.equal(await open.db.transaction().execute((tx) => run.job.holdIn(tx)), true);
  run.end({ outcome: 'done' });
  assert.deepEqual((await waitForState(open, run.job.id, 'completed')).output, { outcome: 'done' });
  await jobs.stop({ timeoutMs: 1_000 });
});

describeDatabases('a run', (kind) => {
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
    await open.execute(`update pgboss.job set started_on = started_on + interval '1 hour' where id = $1`, [
      id,
    ]);
    if (!run.job.signal.aborted) await once(run.job.signal, 'abort');
    assert.equal(await isHeld(), false);
    run.end({ outcome: 'done' });
    await jobs.stop({ timeoutMs: 60_000 });
    assert.deepEqual(await readJob(open, id), { state: 'active', retry_count: 0, output: null });
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
        if (text.includes('set heartbeat_on')) {
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
    const text = `select count(*) as n from pgboss.job
      where name = 'long' and state = 'active' and heartbeat_on > started_on + $1 * interval '1 millisecond'`;
    while ((await open.execute(text, [2 * leaseMs])).rows[0]!.n !== 3) await delay(50);
    assert.ok(signs.includes(3), `one statement for each look: ${signs}`);
    assert.ok(runs.every(({ job }) => !job.signal.aborted));
    for (const run of runs) run.end({ outcome: 'done' });
    for (const id of ids) assert.equal((await waitForState(open, id, 'completed')).retry_count, 0);
  });

  it('that takes longer than its time limit is ended and tried again', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('endless', gate.handler, { timeoutSeconds: 1, retryDelaySeconds: 1 });
    await jobs.start();
    const id = await jobs.enqueue('endless', {});
    const first = await gate.next();
    const row = await waitForState(open, id, 'retry');
    assert.deepEqual(row.output, { outcome: 'failed', retryable: true, reason: 'timed_out' });
    assert.equal(first.job.signal.aborted, true);
    const second = await gate.next();
    // What the first one says now comes too late.
    first.end({ outcome: 'skipped', reason: 'late' });
    second.end({ outcome: 'done' });
    assert.deepEqual((await waitForState(open, id, 'completed')).output, { outcome: 'done' });
  });

  it('holds up those of its key only, and only while it lasts', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('keyed', gate.handler, { concurrency: 3, policy: 'stately' });
    await jobs.start();
    const first = await jobs.enqueue('keyed', { n: 1 }, { key: 'a' });
    const run = await gate.next();
    await jobs.enqueue('keyed', { n: 2 }, { key: 'a' });
    await jobs.enqueue('keyed', { n: 3 }, { key: 'b' });
    const other = await gate.next();
    assert.deepEqual(other.job.data, { n: 3 });
    // Counted while it ran; what is counted must not hold up the next one.
    await open.execute(`update pgboss.queue set singletons_active = '{a}'`);
    run.end({ outcome: 'done' });
    await waitForState(open, first, 'completed');
    const next = await gate.next();
    assert.deepEqual(next.job.data, { n: 2 });
    for (const each of [other, next]) each.end({ outcome: 'done' });
  });

  it('begins only while fewer than the limit of its kind are under way', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('bounded', gate.handler, { concurrency: 2 });
    jobs.register('probe', async () => ({ outcome: 'done' }));
    await jobs.start();
    for (let n = 0; n < 5; n += 1) await jobs.enqueue('bounded', { n });
    const held = [await gate.next(), await gate.next()];
    for (let ended = 0; ended < 3; ended += 1) {
      // While another kind was worked on, there was time for a third one.
      jobs.wake('bounded');
      await waitForState(open, await jobs.enqueue('probe', {}), 'completed');
      assert.equal(gate.waitingCount, 0);
      held.shift()!.end({ outcome: 'done' });
      held.push(await gate.next());
    }
    for (const each of held) each.end({ outcome: 'done' });
  });
});
