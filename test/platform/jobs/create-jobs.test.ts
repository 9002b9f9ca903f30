import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createJobs } from '../../../src/platform/jobs/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { createGate, logger, openJobs, pollIntervalMs, readJob, waitForState } from './open-jobs.ts';

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

  it('left by an earlier start are begun at once, not at the next look', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('left', async () => ({ outcome: 'done' }));
    await jobs.start({ work: false });
    const id = await jobs.enqueue('left', {});
    await jobs.stop({ timeoutMs: 1_000 });
    const next = createJobs(open, logger, { pollIntervalMs: 3_600_000 });
    next.register('left', async () => ({ outcome: 'done' }));
    await next.start();
    await waitForState(open, id, 'completed');
    await next.stop({ timeoutMs: 1_000 });
  });

  it('get the settings of a later start, which writes nothing when they are the same', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const readQueue = async () =>
      (await open.execute("select retry_limit, updated_on from pgboss.queue where name = 'kept'")).rows[0];
    jobs.register('kept', async () => ({ outcome: 'done' }), { retryLimit: 2 });
    await jobs.start();
    await jobs.stop({ timeoutMs: 1_000 });
    const first = await readQueue();
    assert.equal(first?.retry_limit, 2);
    const startAgain = async (retryLimit: number) => {
      const next = createJobs(open, logger, { pollIntervalMs });
      next.register('kept', async () => ({ outcome: 'done' }), { retryLimit });
      await next.start();
      // With one connection it would wait for itself if the queue had to be looked up.
      await open.db.transaction().execute((tx) => next.enqueueIn(tx, 'kept', {}));
      await next.stop({ timeoutMs: 1_000 });
      return await readQueue();
    };
    assert.deepEqual((await startAgain(2))?.updated_on, first?.updated_on);
    const changed = await startAgain(4);
    assert.equal(changed?.retry_limit, 4);
    assert.notDeepEqual(changed?.updated_on, first?.updated_on);
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
