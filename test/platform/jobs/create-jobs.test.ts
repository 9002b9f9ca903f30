import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/index.ts';
import { createJobs, type Job, type JobOutcome, type Jobs } from '../../../src/platform/jobs/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  type TestDatabaseAddress,
  type TestDatabaseKind,
} from '../../support/database.ts';

const logger = createLogger({ level: 'silent' });
const pollIntervalMs = 500;

type Opened = { readonly open: OpenDatabase; readonly jobs: Jobs };

/** Jobs on a database of their own, stopped and closed after the test. */
async function openJobs(t: TestContext, kind: TestDatabaseKind): Promise<Opened> {
  let jobs: Jobs | undefined;
  t.after(() => jobs?.stop({ timeoutMs: 1_000 }));
  const open = await openTestDatabase(t, kind);
  jobs = createJobs(open, logger, { pollIntervalMs });
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

const killedScript = `
  const base = ${JSON.stringify(new URL('../../../src/platform/', import.meta.url).href)};
  const { openDatabase } = await import(base + 'db/index.ts');
  const { createJobs } = await import(base + 'jobs/index.ts');
  const { createLogger } = await import(base + 'log.ts');
  const logger = createLogger({ level: 'silent' });
  const [dataDir, databaseUrl] = process.argv.slice(1);
  const open = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined, logger });
  const jobs = createJobs(open, logger, { pollIntervalMs: 500 });
  jobs.register('long', () => {
    process.stdout.write('running\\n');
    return new Promise(() => {});
  }, { retryDelaySeconds: 1 });
  await jobs.start();
  await jobs.enqueue('long', { n: 1 });
`;

/** Starts a job in another process and kills that process while the job runs. */
async function killWhileRunning(t: TestContext, address: TestDatabaseAddress): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', killedScript, address.dataDir, address.databaseUrl ?? ''],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describeDatabases('a job whose process was killed', (kind) => {
  it('is run again, counting one try', async (t) => {
    const address = await createTestDatabase(t, kind);
    await killWhileRunning(t, address);
    await using open = await openDatabase({ ...address, logger });
    // As if the heartbeat had been missing for a while; the embedded database must not need that.
    if (kind === 'postgres')
      await open.execute(`update pgboss.job set heartbeat_on = now() - interval '1 hour'`);
    const jobs = createJobs(open, logger, { pollIntervalMs, superviseIntervalMs: 1_000 });
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
