import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createJobs, type JobOutcome, type Jobs, readJobBacklogs } from '../../../src/platform/jobs/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const logger = createLogger({ level: 'silent' });

describeDatabases('the backlog of jobs', (kind) => {
  it('has every kind with what waits, is delayed, runs and failed, and the age of what waits longest', async (t) => {
    let jobs: Jobs | undefined;
    t.after(() => jobs?.stop({ timeoutMs: 1_000 }));
    const open = await openTestDatabase(t, kind);
    await assert.rejects(readJobBacklogs(open), 'there are no tables yet');
    const gate = Promise.withResolvers<JobOutcome>();
    jobs = createJobs(open, logger, { pollIntervalMs: 500 });
    jobs.register('counted', () => gate.promise);
    jobs.register('hopeless', async () => ({ outcome: 'failed', retryable: false, reason: 'not_found' }));
    jobs.register('idle', () => gate.promise);
    jobs.register('quick', async () => ({ outcome: 'done' }));
    await jobs.start();
    await jobs.enqueue('counted', {});
    await jobs.enqueue('hopeless', {});
    await jobs.enqueue('quick', {});
    await jobs.enqueue('quick', {}, { startAfter: new Date(Date.now() + 3_600_000) });
    const none = { waiting: 0, delayed: 0, running: 0, failed: 0, oldestWaitingSeconds: 0 };
    const until = async (expected: readonly object[]) => {
      // The test's own time limit ends a wait in vain.
      while (!isDeepStrictEqual(await readJobBacklogs(open), expected)) await delay(50);
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
      `update pgboss.job set start_after = now() - interval '10 minutes' where name = 'counted' and id = $1`,
      [waiting],
    );
    const [counted, ...rest] = await readJobBacklogs(open);
    const { oldestWaitingSeconds, ...counts } = counted!;
    assert.deepEqual(counts, { name: 'counted', waiting: 2, delayed: 0, running: 1, failed: 0 });
    assert.ok(oldestWaitingSeconds >= 600 && oldestWaitingSeconds < 3_600, String(oldestWaitingSeconds));
    assert.deepEqual(rest, others);

    gate.resolve({ outcome: 'done' });
    await until([{ ...none, name: 'counted' }, ...others]);
  });
});
