import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createJobs } from '../../../src/platform/jobs/index.ts';
import { describeDatabases } from '../../support/database.ts';
import {
  createGate,
  logger,
  openJobs,
  pollIntervalMs,
  readJob,
  waitForFailedRuns,
  waitForState,
} from './open-jobs.ts';

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
    await waitForState(open, first, 'done');

    const second = await jobs.enqueue('greet', {});
    (await gate.next()).end({ outcome: 'skipped', reason: 'nothing_new' });
    const row = await waitForState(open, second, 'done');
    assert.deepEqual(row.outcome, { outcome: 'skipped', reason: 'nothing_new' });
    assert.equal(gate.waitingCount, 0);
  });

  it('that fail are tried again, up to their limit', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('flaky', gate.handler, { retryLimit: 1, retryDelaySeconds: 1 });
    await jobs.start();
    const id = await jobs.enqueue('flaky', {});
    (await gate.next()).end({ outcome: 'failed', retryable: true, reason: 'source_down' });
    await waitForFailedRuns(open, id, 1);
    const second = await gate.next();
    assert.equal(second.job.id, id);
    second.end({ outcome: 'failed', retryable: true, reason: 'source_still_down' });
    const row = await waitForState(open, id, 'failed');
    assert.deepEqual(row.outcome, { outcome: 'failed', retryable: true, reason: 'source_still_down' });
  });

  it('that cannot succeed are not tried again', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('hopeless', async () => ({ outcome: 'failed', retryable: false, reason: 'not_found' }));
    await jobs.start();
    const id = await jobs.enqueue('hopeless', {});
    const row = await waitForState(open, id, 'failed');
    assert.equal(row.failed_runs, 1);
  });

  it('that throw are tried again, and what they threw is not stored', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('thrower', async () => {
      throw new RangeError('52998224725 is in this message');
    });
    await jobs.start();
    const id = await jobs.enqueue('thrower', {});
    const row = await waitForFailedRuns(open, id, 1);
    assert.deepEqual(row.outcome, { outcome: 'failed', retryable: true, reason: 'RangeError' });
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

  it('of which one may wait for a key are not added while one does, and that one is the retry of a failed run', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('import', gate.handler, { hasOneWaiting: true, hasOneRunning: true });
    await jobs.start();
    const first = await jobs.enqueue('import', {}, { key: '2026-07' });
    const run = await gate.next();
    const second = await jobs.enqueue('import', {}, { key: '2026-07' });
    assert.ok(second);
    assert.equal(await jobs.enqueue('import', {}, { key: '2026-07' }), undefined);
    assert.ok(
      await jobs.enqueue('import', {}, { key: '2026-08', startAfter: new Date(Date.now() + 3_600_000) }),
    );
    run.end({ outcome: 'failed', retryable: true, reason: 'busy' });
    await waitForState(open, first, 'done');
    const next = await gate.next();
    assert.equal(next.job.id, second);
    next.end({ outcome: 'done' });
    await waitForState(open, second, 'done');
  });

  it('are forgotten a day after their end', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('quick', async () => ({ outcome: 'done' }));
    await jobs.start();
    const old = await jobs.enqueue('quick', {});
    const young = await jobs.enqueue('quick', {});
    for (const id of [old, young]) await waitForState(open, id, 'done');
    await open.execute(`update jobs set ended_at = ended_at - interval '25 hours' where id = $1`, [old]);
    await waitForState(open, await jobs.enqueue('forget-ended-jobs', {}), 'done');
    assert.equal(await readJob(open, old), undefined);
    assert.equal((await readJob(open, young))?.state, 'done');
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
    await waitForState(open, now, 'done');
    assert.equal((await readJob(open, later))?.state, 'waiting');
  });

  it('that are scheduled are not begun by a process whose clock is far ahead of the database', async (t) => {
    // The embedded database has the clock of its process.
    if (kind === 'embedded') return t.skip();
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.schedule('erase-old', '0 0 1 1 *', gate.handler);
    jobs.register('other', async () => ({ outcome: 'done' }));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    await jobs.start();
    const erasing = await jobs.enqueue('erase-old', {});
    await waitForState(open, await jobs.enqueue('other', {}), 'done');
    await delay(2 * pollIntervalMs);
    assert.equal((await readJob(open, erasing))?.state, 'waiting');

    t.mock.timers.reset();
    (await gate.next()).end({ outcome: 'done' });
    await waitForState(open, erasing, 'done');
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
    assert.equal((await readJob(open, id))?.state, 'done');
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
      assert.deepEqual(await readJob(open, id), { state: 'waiting', failed_runs: 0, outcome: null });
    }

    const next = createJobs(open, logger, { pollIntervalMs });
    for (const name of ['obedient', 'stubborn']) next.register(name, async () => ({ outcome: 'done' }));
    await next.start();
    for (const id of ids) await waitForState(open, id, 'done');
    await next.stop({ timeoutMs: 1_000 });
  });

  it('are not looked for by a start that a stop overtakes', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('greet', async () => ({ outcome: 'done' }));
    const starting = jobs.start();
    await jobs.stop({ timeoutMs: 1_000 });
    await starting;
    const looks = t.mock.method(open.db, 'executeQuery');
    await delay(2 * pollIntervalMs);
    assert.equal(looks.mock.callCount(), 0);
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
    assert.equal((await readJob(open, id))?.state, 'waiting');
  });

  it('left by an earlier start are begun at once, not at the next look', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('left', async () => ({ outcome: 'done' }));
    await jobs.start({ work: false });
    const id = await jobs.enqueue('left', {});
    await jobs.stop({ timeoutMs: 1_000 });
    const next = createJobs(open, logger, { pollIntervalMs: 3_600_000 });
    next.register('left', async () => ({ outcome: 'done' }));
    await next.start();
    await waitForState(open, id, 'done');
    await next.stop({ timeoutMs: 1_000 });
  });
});

describeDatabases('a run', (kind) => {
  it('that takes longer than its time limit is ended and tried again', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('endless', gate.handler, { timeoutSeconds: 1, retryDelaySeconds: 1 });
    await jobs.start();
    const id = await jobs.enqueue('endless', {});
    const first = await gate.next();
    const row = await waitForFailedRuns(open, id, 1);
    assert.deepEqual(row.outcome, { outcome: 'failed', retryable: true, reason: 'timed_out' });
    assert.equal(first.job.signal.aborted, true);
    const second = await gate.next();
    // What the first one says now comes too late.
    first.end({ outcome: 'skipped', reason: 'late' });
    second.end({ outcome: 'done' });
    assert.deepEqual((await waitForState(open, id, 'done')).outcome, { outcome: 'done' });
  });

  it('holds up those of its key only, and only while it lasts', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = createGate();
    jobs.register('keyed', gate.handler, { concurrency: 3, hasOneWaiting: true, hasOneRunning: true });
    await jobs.start();
    const first = await jobs.enqueue('keyed', { n: 1 }, { key: 'a' });
    const run = await gate.next();
    await jobs.enqueue('keyed', { n: 2 }, { key: 'a' });
    await jobs.enqueue('keyed', { n: 3 }, { key: 'b' });
    const other = await gate.next();
    assert.deepEqual(other.job.data, { n: 3 });
    run.end({ outcome: 'done' });
    await waitForState(open, first, 'done');
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
      await waitForState(open, await jobs.enqueue('probe', {}), 'done');
      assert.equal(gate.waitingCount, 0);
      held.shift()!.end({ outcome: 'done' });
      held.push(await gate.next());
    }
    for (const each of held) each.end({ outcome: 'done' });
  });
});
