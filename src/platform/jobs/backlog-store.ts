import { sql } from 'kysely';
import type { OpenDatabase } from '../db/index.ts';

/** The jobs of one kind, in all processes together. */
export type JobBacklog = {
  readonly name: string;
  /** Jobs that a worker may take. */
  readonly waiting: number;
  /** Jobs whose time has not come: retries, and those added for later. */
  readonly delayed: number;
  readonly running: number;
  /** Jobs that failed for good, kept for a day. */
  readonly failed: number;
  /** Time since the longest waiting job became due; 0 when none waits. */
  readonly oldestWaitingSeconds: number;
};

/**
 * The backlog of each kind of job, by name. One statement reads the indexes of unfinished and of failed jobs. It never
 * reads finished jobs, of which the queue keeps one day's. Rejects before the queue's tables are made.
 */
export async function readJobBacklogs(open: OpenDatabase): Promise<JobBacklog[]> {
  const { rows } = await sql<JobBacklog>`
    with unfinished as (
      select name, count(*) filter (where start_after <= now()) as waiting,
             count(*) filter (where start_after > now()) as delayed,
             min(start_after) filter (where start_after <= now()) as oldest
        from pgboss.job where state < 'active' and not blocked group by name
    ), active as (
      select name, count(*) as running from pgboss.job where state = 'active' group by name
    ), lost as (
      select name, count(*) as failed from pgboss.job where state = 'failed' group by name
    )
    select name, coalesce(waiting, 0)::int as waiting, coalesce(delayed, 0)::int as delayed,
           coalesce(running, 0)::int as running, coalesce(failed, 0)::int as failed,
           coalesce(extract(epoch from now() - oldest), 0)::float8 as "oldestWaitingSeconds"
      from pgboss.queue
      left join unfinished using (name)
      left join active using (name)
      left join lost using (name)
     -- The kinds with underscores are pg-boss's own.
     where not starts_with(name, '__')
     order by name`.execute(open.db);
  return rows;
}

const indexes = [
  ['confere_active_jobs', 'active'],
  ['confere_failed_jobs', 'failed'],
] as const;

/**
 * Makes the indexes that running and failed jobs are found by, without reading the many that are done. pg-boss, whose
 * table they are on, has none. After the queue's tables are made, by one process at a time.
 */
export async function ensureJobsIndexes(open: OpenDatabase): Promise<void> {
  for (const [name, state] of indexes) {
    const { rows } = await open.execute(`select to_regclass('pgboss.${name}') is not null as is_there`);
    if ((rows[0] as { is_there: boolean }).is_there) continue;
    await open.execute(`create index if not exists ${name} on pgboss.job (name) where state = '${state}'`);
  }
}
