import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type JobOutcome,
  listFailedJobs,
  readJobBacklogs,
  retryFailedJob,
} from '../../../src/platform/jobs/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { openJobs, waitForState } from './open-jobs.ts';

const failure = { outcome: 'failed', retryable: false, reason: 'not_found' } as const;

describeDatabases('failed jobs', (kind) => {
  it('are listed from the last one on, page by page, with reason and tries', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('hopeless', async () => failure);
    jobs.register('tried', async () => ({ outcome: 'failed', retryable: true, reason: 'busy' }), {
      retryLimit: 1,
      retryDelaySeconds: 1,
    });
    jobs.register('quick', async () => ({ outcome: 'done' }));
    await jobs.start();
    await jobs.enqueue('quick', {});
    const ids: (string | undefined)[] = [];
    for (const name of ['hopeless', 'hopeless', 'tried']) {
      const id = await jobs.enqueue(name, {});
      ids.push(id);
      await waitForState(open, id, 'failed');
    }
    const all = await listFailedJobs(open, { limit: 10 });
    assert.deepEqual(
      all.map(({ id }) => id),
      ids.toReversed(),
    );
    assert.deepEqual(
      all.map(({ name, reason, tries }) => ({ name, reason, tries })),
      [
        { name: 'tried', reason: 'busy', tries: 2 },
        { name: 'hopeless', reason: 'not_found', tries: 1 },
        { name: 'hopeless', reason: 'not_found', tries: 1 },
      ],
    );
    const [first] = await listFailedJobs(open, { limit: 1 });
    assert.deepEqual(await listFailedJobs(open, { after: first, limit: 10 }), all.slice(1));
  });

  it('run once more when they are put back, and fail again or are done', async (t) => {
    const outcomes: JobOutcome[] = [failure, failure, { outcome: 'done' }];
    const { open, jobs } = await openJobs(t, kind);
    jobs.register('hopeless', async () => outcomes.shift()!);
    await jobs.start();
    const id = (await jobs.enqueue('hopeless', {}))!;
    await waitForState(open, id, 'failed');
    assert.deepEqual(await retryFailedJob(open, id), { name: 'hopeless' });
    jobs.wake('hopeless');
    while (outcomes.length > 1) await waitForState(open, id, 'failed');
    assert.equal((await waitForState(open, id, 'failed')).failed_runs, 2);
    assert.deepEqual(await retryFailedJob(open, id), { name: 'hopeless' });
    await waitForState(open, id, 'done');
    assert.equal(await retryFailedJob(open, id), 'unknown', 'a job that is done does not run again');
    assert.deepEqual(await listFailedJobs(open, { limit: 10 }), []);
  });

  it('stay failed while one like them waits, where one may', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const hour = new Date(Date.now() + 3_600_000);
    jobs.register('single', async () => failure, { hasOneWaiting: true });
    await jobs.start();
    const id = (await jobs.enqueue('single', {}, { key: 'a' }))!;
    await waitForState(open, id, 'failed');
    await jobs.enqueue('single', {}, { key: 'a', startAfter: hour });
    assert.equal(await retryFailedJob(open, id), 'waiting');
    assert.equal((await listFailedJobs(open, { limit: 10 })).length, 1);
    assert.equal(await retryFailedJob(open, '00000000-0000-4000-8000-000000000000'), 'unknown');
  });
});

describeDatabases('the backlog of jobs', (kind) => {
  it('has every kind with what waits, is delayed, runs and failed, and the age of what waits longest', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const gate = Promise.withResolvers<JobOutcome>();
    jobs.register('counted', () => gate.promise);
    jobs.register('hopeless', async () => ({ outcome: 'failed', retryable: false, reason: 'not_found' }));
    jobs.register('idle', () => gate.promise);
    jobs.register('quick', async () => ({ outcome: 'done' }));
    await jobs.start();
    const kinds = ['counted', 'hopeless', 'idle', 'quick'];
    await jobs.enqueue('counted', {});
    await jobs.enqueue('hopeless', {});
    await jobs.enqueue('quick', {});
    await jobs.enqueue('quick', {}, { startAfter: new Date(Date.now() + 3_600_000) });
    const none = { waiting: 0, delayed: 0, running: 0, failed: 0, oldestWaitingSeconds: 0 };
    const until = async (expected: readonly object[]) => {
      // The run ends a wait in vain.
      while (!isDeepStrictEqual(await readJobBacklogs(open, kinds), expected)) await delay(50);
    };
    const others = [
      { ...none, name: 'hopeless', failed: 1 },
      { ...none, name: 'idle' },
      { ...none, name: 'quick', delayed: 1 },
    ];
    await until([{ ...none, name: 'counted', running: 1 }, ...others]);

    const waiting = await jobs.enqueue('counted', {});
    await jobs.enqueue('counted', {});
    await open.execute(
      `update jobs set due_at = now() - interval '10 minutes' where name = 'counted' and id = $1`,
      [waiting],
    );
    const [counted, ...rest] = await readJobBacklogs(open, kinds);
    const { oldestWaitingSeconds, ...counts } = counted!;
    assert.deepEqual(counts, { name: 'counted', waiting: 2, delayed: 0, running: 1, failed: 0 });
    assert.ok(oldestWaitingSeconds >= 600 && oldestWaitingSeconds < 3_600, String(oldestWaitingSeconds));
    assert.deepEqual(rest, others);

    gate.resolve({ outcome: 'done' });
    await until([{ ...none, name: 'counted' }, ...others]);
  });
});
