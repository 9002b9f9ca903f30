import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type JobOutcome, listFailedJobs, retryFailedJob } from '../../../src/platform/jobs/index.ts';
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
    assert.equal((await waitForState(open, id, 'failed')).retry_count, 1);
    assert.deepEqual(await retryFailedJob(open, id), { name: 'hopeless' });
    await waitForState(open, id, 'completed');
    assert.equal(await retryFailedJob(open, id), 'unknown', 'a job that is done does not run again');
    assert.deepEqual(await listFailedJobs(open, { limit: 10 }), []);
  });

  it('stay failed while one like them waits, where one may', async (t) => {
    const { open, jobs } = await openJobs(t, kind);
    const hour = new Date(Date.now() + 3_600_000);
    jobs.register('single', async () => failure, { policy: 'exclusive' });
    await jobs.start();
    const id = (await jobs.enqueue('single', {}, { key: 'a' }))!;
    await waitForState(open, id, 'failed');
    await jobs.enqueue('single', {}, { key: 'a', startAfter: hour });
    assert.equal(await retryFailedJob(open, id), 'waiting');
    assert.equal((await listFailedJobs(open, { limit: 10 })).length, 1);
    assert.equal(await retryFailedJob(open, '00000000-0000-4000-8000-000000000000'), 'unknown');
  });
});
