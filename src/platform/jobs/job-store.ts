import type { PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../db/index.ts';

/** A job by the names pg-boss knows it under. */
export type JobReference = { readonly name: string; readonly id: string };

/**
 * Puts jobs that a stop cut short back in the queue as if they had not been tried. Jobs that another process has
 * taken up in the meantime, or that finished after all, are left alone.
 */
export async function restoreJobs(open: OpenDatabase, jobs: readonly JobReference[]): Promise<void> {
  if (jobs.length === 0) return;
  await open.execute(
    `update pgboss.job
        set state = 'created', started_on = null, completed_on = null, heartbeat_on = null, output = null,
            start_after = now()
      where id = any($1::uuid[]) and state in ('retry', 'failed')`,
    [jobs.map((job) => job.id)],
  );
}

/**
 * Counts every job marked as running as a failed try. Only for a database that belongs to this process alone,
 * before it runs any: whoever ran them was killed.
 */
export async function failAbandonedJobs(open: OpenDatabase, boss: PgBoss): Promise<void> {
  const { rows } = await open.execute(`select name, id from pgboss.job where state = 'active'`);
  for (const { name, id } of rows as JobReference[]) {
    await boss.fail(name, id, { outcome: 'failed', retryable: true, reason: 'process_ended' });
  }
}
