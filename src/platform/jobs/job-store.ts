import { CompiledQuery, sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { isUniqueViolation, type OpenDatabase, planOnce, type Tx } from '../db/index.ts';
import type { JobOutcome } from './types.ts';

/** One run of a job: the job by the names pg-boss knows it under, and which of its runs. */
export type JobRun = {
  readonly name: string;
  readonly id: string;
  /** When the run began, as the database wrote it: tells it from other runs of the same job. */
  readonly startedAt: string;
};

const processEnded = { outcome: 'failed', retryable: true, reason: 'process_ended' } as const;
const lostAtOnce = 1_000;

const findDueSql = planOnce(`
  select name from unnest($1::text[]) as name
   where exists (select from pgboss.job where job.name = name.name and job.state < 'active' and not job.blocked
                    and job.start_after <= now())`);

/** Those of the names that have jobs to be run now. */
export async function findDueNames(open: OpenDatabase, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await open.db.executeQuery<{ name: string }>(CompiledQuery.raw(findDueSql, [names]));
  return rows.map((row) => row.name);
}

const takeNextSql = planOnce(`
  with next as (
    select job.id
      from pgboss.job as job
     where job.name = $1 and job.state < 'active' and not job.blocked and job.start_after <= now()
       and (job.policy is distinct from 'stately' and job.policy is distinct from 'singleton'
            or not exists (
              select from pgboss.job as other
               where other.name = $1 and other.state = 'active' and other.policy = job.policy
                 and coalesce(other.singleton_key, '') = coalesce(job.singleton_key, '')))
     order by job.priority desc, job.created_on
     limit 1
       for update of job skip locked
  )
  update pgboss.job as job
     set state = 'active', started_on = now(), heartbeat_on = now(),
         retry_count = job.retry_count + case when job.started_on is null then 0 else 1 end
    from next
   where job.name = $1 and job.id = next.id
  returning job.id, job.data, job.started_on::text as started_at`);

/**
 * Begins a run of the next job of a name: the first added of those that are due. Jobs that their policy keeps back
 * because one with their key is running are passed over. Each job goes to one of all that ask.
 */
export async function takeJob(
  open: OpenDatabase,
  name: string,
): Promise<{ readonly run: JobRun; readonly data: object } | undefined> {
  try {
    const { rows } = await open.db.executeQuery<{ id: string; data: object | null; started_at: string }>(
      CompiledQuery.raw(takeNextSql, [name]),
    );
    const [row] = rows;
    return row && { run: { name, id: row.id, startedAt: row.started_at }, data: row.data ?? {} };
  } catch (error) {
    // Another process has begun one with the same key in between.
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/**
 * True if a run still has its job. Then nobody can take the job over before the transaction ends. Signs of life do not
 * wait for it.
 */
export async function holdRun(tx: Tx, run: JobRun): Promise<boolean> {
  const { rows } = await sql`select 1 from pgboss.job where ${isHeld(run)} for key share`.execute(tx);
  return rows.length > 0;
}

/** Records that a job is done. False, with nothing written, when the run no longer has it; so do the two below. */
export async function completeRun(open: OpenDatabase, run: JobRun, outcome: JobOutcome): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set state = 'completed', completed_on = now(), output = ${JSON.stringify(outcome)}::jsonb
     where ${isHeld(run)}
    returning 1
  `.execute(open.db);
  return rows.length > 0;
}

/** Records that a run failed: the job is tried again after a while, unless that makes no sense or was done enough. */
export async function failRun(
  open: OpenDatabase,
  boss: PgBoss,
  run: JobRun,
  outcome: Extract<JobOutcome, { outcome: 'failed' }>,
): Promise<boolean> {
  return await open.db.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from pgboss.job where ${isHeld(run)} for update`.execute(tx);
    if (rows.length === 0) return false;
    if (!outcome.retryable) {
      await sql`update pgboss.job set retry_limit = retry_count where ${isHeld(run)}`.execute(tx);
    }
    await boss.fail(run.name, run.id, outcome, { db: fromKysely(tx) });
    return true;
  });
}

/** Puts a job back in the queue as if the run had not been. */
export async function giveBackRun(open: OpenDatabase, boss: PgBoss, run: JobRun): Promise<boolean> {
  try {
    const { rows } = await sql`
      update pgboss.job
         set state = 'created', started_on = null, heartbeat_on = null, output = null, start_after = now()
       where ${isHeld(run)}
      returning 1
    `.execute(open.db);
    return rows.length > 0;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // One with the same key waits already, where the policy has room for one.
    return await failRun(open, boss, run, { outcome: 'failed', retryable: true, reason: 'interrupted' });
  }
}

/** Gives a sign of life for all runs of a process in one statement. Gives the ids of those that still have their job. */
export async function renewRuns(open: OpenDatabase, runs: readonly JobRun[]): Promise<ReadonlySet<string>> {
  const { rows } = await open.execute(
    `update pgboss.job as job set heartbeat_on = now()
       from json_to_recordset($1::json) as run(name text, id uuid, "startedAt" timestamptz)
      where job.name = run.name and job.id = run.id and job.state = 'active' and job.started_on = run."startedAt"
     returning job.id`,
    [JSON.stringify(runs)],
  );
  return new Set(rows.map((row) => row.id as string));
}

/** Counts runs of these names without a sign of life for so long as failed tries; each is found by one process. */
export async function failLostRuns(
  open: OpenDatabase,
  boss: PgBoss,
  names: readonly string[],
  leaseMs: number,
): Promise<number> {
  // Hardly ever is there one: no transaction for that.
  const { rows: silent } = await open.execute(
    `select 1 from pgboss.job
      where state = 'active' and name = any($1::text[]) and heartbeat_on < now() - $2 * interval '1 millisecond'
      limit 1`,
    [names, leaseMs],
  );
  if (silent.length === 0) return 0;
  return await open.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; id: string }>`
      select name, id from pgboss.job
       where state = 'active' and name = any(${names}::text[])
         and heartbeat_on < now() - ${leaseMs} * interval '1 millisecond'
       limit ${lostAtOnce}
         for update skip locked
    `.execute(tx);
    const ids = Map.groupBy(rows, (row) => row.name);
    for (const [name, lost] of ids) {
      await boss.fail(
        name,
        lost.map((row) => row.id),
        processEnded,
        { db: fromKysely(tx) },
      );
    }
    return rows.length;
  });
}

/**
 * Counts every job marked as running as a failed try. Only for a database that belongs to this process alone,
 * before it runs any: whoever ran them was killed.
 */
export async function failAbandonedJobs(open: OpenDatabase, boss: PgBoss): Promise<void> {
  const { rows } = await open.execute(`select name, id from pgboss.job where state = 'active'`);
  for (const { name, id } of rows as { name: string; id: string }[]) {
    await boss.fail(name, id, processEnded);
  }
}

function isHeld(run: JobRun) {
  return sql`name = ${run.name} and id = ${run.id} and state = 'active' and started_on = ${run.startedAt}::timestamptz`;
}
