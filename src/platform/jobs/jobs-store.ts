import { CompiledQuery, sql } from 'kysely';
import { isUniqueViolation, type OpenDatabase, planOnce, type Tx } from '../db/index.ts';
import type { EnqueueOptions, JobOptions, JobOutcome } from './types.ts';

declare module '../db/tables.ts' {
  interface Tables {
    jobs: { id: string };
    job_ticks: { name: string; ticked_at: Date };
  }
}

export type JobKind = { readonly name: string } & Pick<
  JobOptions,
  'retryLimit' | 'retryDelaySeconds' | 'hasOneWaiting' | 'hasOneRunning'
>;

export type JobRun = {
  readonly name: string;
  readonly id: string;
  /** When the run began, as the database wrote it: tells it from other runs of the same job. */
  readonly beganAt: string;
};

const defaultRetryLimit = 5;
const defaultRetryDelaySeconds = 5;
const longestRetryDelaySeconds = 3_600;
const lostAtOnce = 1_000;

/** The columns of a new job that its kind decides: name, has_one_waiting, has_one_running, retries_left. */
const valuesOf = (kind: JobKind) => [
  kind.name,
  kind.hasOneWaiting ?? false,
  kind.hasOneRunning ?? false,
  kind.retryLimit ?? defaultRetryLimit,
];

const insertSql = planOnce(`
  insert into jobs (name, has_one_waiting, has_one_running, retries_left, data, key, due_at)
  values ($1, $2, $3, $4, $5::jsonb, coalesce($6, ''), coalesce($7::timestamptz, now()))
  on conflict do nothing
  returning id`);

/** Adds a job; gives its id, or undefined when one like it waits and one is the limit. */
export async function insertJob(
  db: OpenDatabase['db'] | Tx,
  kind: JobKind,
  data: object,
  { key, startAfter }: EnqueueOptions,
): Promise<string | undefined> {
  const values = [...valuesOf(kind), JSON.stringify(data), key ?? null, startAfter ?? null];
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(insertSql, values));
  return rows[0]?.id;
}

/**
 * Adds a job for each of these ticks that no process has added one for. Gives the names of those added. A noted tick that
 * is minutes ahead of the database's clock does not count: the clock of a process was wrong. A tick of minutes ago is
 * made up for where an earlier one is noted; a new deployment has missed none.
 */
export async function insertTicks(
  open: OpenDatabase,
  ticks: readonly { readonly kind: JobKind; readonly at: Date }[],
): Promise<readonly string[]> {
  const given = ticks.map(({ kind, at }) => {
    const [name, hasOneWaiting, hasOneRunning, retriesLeft] = valuesOf(kind);
    return { name, hasOneWaiting, hasOneRunning, retriesLeft, at };
  });
  const { rows } = await open.execute(
    `with given as (
       select * from json_to_recordset($1::json)
         as given(name text, "hasOneWaiting" boolean, "hasOneRunning" boolean, "retriesLeft" integer, at timestamptz)
     ), ticked as (
       insert into job_ticks as known (name, ticked_at) select name, at from given
       on conflict (name) do update set ticked_at = excluded.ticked_at
         where known.ticked_at < excluded.ticked_at or known.ticked_at > now() + interval '2 minutes'
       returning name
     )
     insert into jobs (name, has_one_waiting, has_one_running, retries_left, data)
     select name, "hasOneWaiting", "hasOneRunning", "retriesLeft", '{}' from given join ticked using (name)
      where at > now() - interval '2 minutes' or exists (select from job_ticks where job_ticks.name = given.name)
     on conflict do nothing
     returning name`,
    [JSON.stringify(given)],
  );
  return rows.map((row) => row.name as string);
}

const findDueSql = planOnce(`
  select name from unnest($1::text[]) as name
   where exists (select from jobs where jobs.name = name.name and state = 'waiting' and due_at <= now())`);

/** Those of the names that have jobs to be run now. */
export async function findDueNames(open: OpenDatabase, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await open.db.executeQuery<{ name: string }>(CompiledQuery.raw(findDueSql, [names]));
  return rows.map((row) => row.name);
}

const takeNextSql = planOnce(`
  with next as (
    select id from jobs as job
     where name = $1 and state = 'waiting' and due_at <= now() and $2::timestamptz <= now() + interval '10 minutes'
       and not (has_one_running and exists (
         select from jobs as other
          where other.name = $1 and other.key = job.key and other.state = 'running' and other.has_one_running))
     order by due_at
     limit 1
       for update skip locked
  )
  update jobs set state = 'running', began_at = now(), alive_at = now() from next where jobs.id = next.id
  returning jobs.id, data, began_at::text as began_at`);

/**
 * Begins a run of the next job of a name: the one that has been due for the longest time. Jobs that are kept back because
 * one with their key is running are passed over. Each job goes to one of all that ask. With `clock` nothing is begun
 * while this moment is more than ten minutes ahead of the database.
 */
export async function takeJob(
  open: OpenDatabase,
  name: string,
  { clock }: { readonly clock?: Date } = {},
): Promise<{ readonly run: JobRun; readonly data: object } | undefined> {
  try {
    const { rows } = await open.db.executeQuery<{ id: string; data: object; began_at: string }>(
      CompiledQuery.raw(takeNextSql, [name, clock ?? '-infinity']),
    );
    const [row] = rows;
    return row && { run: { name, id: row.id, beganAt: row.began_at }, data: row.data };
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
  const { rows } = await sql`select 1 from jobs where ${isHeld(run)} for key share`.execute(tx);
  return rows.length > 0;
}

/** Records that a job is done. False, with nothing written, when the run no longer has it; so do the two below. */
export async function completeRun(open: OpenDatabase, run: JobRun, outcome: JobOutcome): Promise<boolean> {
  const { rows } = await sql`
    update jobs set state = 'done', ended_at = now(), outcome = ${JSON.stringify(outcome)}::jsonb
     where ${isHeld(run)}
    returning 1`.execute(open.db);
  return rows.length > 0;
}

/**
 * Records that a run failed: the job is tried again after a while, unless that makes no sense or was done enough. Where
 * one like it waits already and one is the limit, that one is the retry.
 */
export async function failRun(
  open: OpenDatabase,
  run: JobRun,
  outcome: Extract<JobOutcome, { outcome: 'failed' }>,
  { retryDelaySeconds = defaultRetryDelaySeconds }: JobKind,
): Promise<boolean> {
  const { rows } = await sql`
    with held as (select * from jobs where ${isHeld(run)} for update)
    update jobs
       set state = next.state, failed_runs = held.failed_runs + 1, retries_left = greatest(0, held.retries_left - 1),
           outcome = ${JSON.stringify(outcome)}::jsonb, ended_at = case when next.state <> 'waiting' then now() end,
           due_at = now() + interval '1 second'
             * least(${longestRetryDelaySeconds}::float8, ${retryDelaySeconds}::float8 * 2 ^ least(held.failed_runs, 20))
      from held cross join lateral (
        select case when not ${outcome.retryable} or held.retries_left = 0 then 'failed'
                    when ${hasTwin('held')} then 'done'
                    else 'waiting' end as state
      ) as next
     where jobs.id = held.id
    returning 1`.execute(open.db);
  return rows.length > 0;
}

/** Puts a job back in the queue as if the run had not been. */
export async function giveBackRun(open: OpenDatabase, run: JobRun): Promise<boolean> {
  const { rows } = await sql`
    update jobs as job
       set state = case when ${hasTwin('job')} then 'done' else 'waiting' end, due_at = now(),
           ended_at = case when ${hasTwin('job')} then now() end, began_at = null, alive_at = null, outcome = null
     where ${isHeld(run)}
    returning 1`.execute(open.db);
  return rows.length > 0;
}

/** Gives a sign of life for all runs of a process in one statement. Gives the ids of those that still have their job. */
export async function renewRuns(open: OpenDatabase, runs: readonly JobRun[]): Promise<ReadonlySet<string>> {
  const { rows } = await open.execute(
    `update jobs set alive_at = now()
       from json_to_recordset($1::json) as run(id uuid, "beganAt" timestamptz)
      where jobs.id = run.id and state = 'running' and began_at = run."beganAt"
     returning jobs.id`,
    [JSON.stringify(runs)],
  );
  return new Set(rows.map((row) => row.id as string));
}

/**
 * Runs of these names without a sign of life for so long: whoever ran them was killed or stands still. A sign of the
 * future is none: the clock was set back since.
 */
export async function findSilentRuns(
  open: OpenDatabase,
  names: readonly string[],
  silentForMs: number,
): Promise<readonly JobRun[]> {
  const { rows } = await open.execute(
    `select id, name, began_at::text as "beganAt" from jobs
      where state = 'running' and name = any($1::text[])
        and abs(extract(epoch from now() - alive_at)) * 1000 >= $2
      limit ${lostAtOnce}`,
    [names, silentForMs],
  );
  return rows as JobRun[];
}

/**
 * Those of the ids that no job of a kind waits for or runs, by the `id` in the data of its jobs. Read the ids first: what
 * was added with its job between the two is then in neither.
 */
export async function findWithoutJob(
  db: OpenDatabase['db'] | Tx,
  name: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select of.id from unnest(${ids}::text[]) as of(id)
     where not exists (select from jobs where name = ${name} and state = 'waiting' and data ->> 'id' = of.id)
       and not exists (select from jobs where name = ${name} and state = 'running' and data ->> 'id' = of.id)
    `.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets jobs that ended more than a day ago. */
export async function deleteEndedJobs(open: OpenDatabase): Promise<void> {
  await open.execute(
    `delete from jobs where state in ('done', 'failed') and ended_at < now() - interval '1 day'`,
  );
}

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
 * The backlog of each of these kinds of jobs. One statement reads the indexes of unfinished and of failed jobs, never the
 * jobs that are done, of which one day's are kept.
 */
export async function readJobBacklogs(open: OpenDatabase, names: readonly string[]): Promise<JobBacklog[]> {
  const { rows } = await sql<JobBacklog>`
    with counted as (
      select name, count(*) filter (where due_at <= now()) as waiting, count(*) filter (where due_at > now()) as delayed,
             0 as running, 0 as failed, min(due_at) filter (where due_at <= now()) as oldest
        from jobs where state = 'waiting' group by name
       union all
      select name, 0, 0, count(*), 0, null from jobs where state = 'running' group by name
       union all
      select name, 0, 0, 0, count(*), null from jobs where state = 'failed' group by name
    )
    select name, coalesce(sum(waiting), 0)::int as waiting, coalesce(sum(delayed), 0)::int as delayed,
           coalesce(sum(running), 0)::int as running, coalesce(sum(failed), 0)::int as failed,
           coalesce(extract(epoch from now() - min(oldest)), 0)::float8 as "oldestWaitingSeconds"
      from unnest(${names}::text[]) as kind(name)
      left join counted using (name)
     group by name
     order by name`.execute(open.db);
  return rows;
}

/** A job that failed for good. */
export type FailedJob = {
  readonly id: string;
  /** The kind of job. */
  readonly name: string;
  /** A code or a short sentence, never personal data. */
  readonly reason: string | undefined;
  /** Runs that it had. */
  readonly tries: number;
  readonly addedAt: Date;
  /** As the database wrote it, to the microsecond, for the place in the list. */
  readonly failedAt: string;
};

/** Where a page of failed jobs begins: after this one. */
export type FailedJobPlace = Pick<FailedJob, 'failedAt' | 'id'>;

/** Jobs that failed for good, the last one first. They are kept for a day. */
export async function listFailedJobs(
  open: OpenDatabase,
  { after, limit }: { readonly after?: FailedJobPlace | undefined; readonly limit: number },
): Promise<readonly FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name, outcome ->> 'reason' as reason, failed_runs as tries, added_at as "addedAt",
           to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "failedAt"
      from jobs
     where state = 'failed'
       and ${
         after === undefined
           ? sql`true`
           : sql`(ended_at, id) < (${after.failedAt}::timestamptz, ${after.id}::uuid)`
       }
     order by ended_at desc, id desc
     limit ${limit}`.execute(open.db);
  return rows.map((row) => ({ ...row, reason: row.reason ?? undefined }));
}

/**
 * Puts a failed job back in the queue for one more run; gives its kind. `unknown`: no failed job has this id.
 * `waiting`: its kind lets one such job wait, and one does.
 */
export async function retryFailedJob(
  open: OpenDatabase,
  id: string,
): Promise<{ readonly name: string } | 'unknown' | 'waiting'> {
  try {
    const { rows } = await sql<{ name: string }>`
      update jobs set state = 'waiting', retries_left = 0, due_at = now(), ended_at = null, outcome = null
       where id = ${id}::uuid and state = 'failed'
      returning name`.execute(open.db);
    return rows[0] ?? 'unknown';
  } catch (error) {
    if (isUniqueViolation(error)) return 'waiting';
    throw error;
  }
}

/** True if another job waits that leaves this one no room to wait, too. */
function hasTwin(job: 'held' | 'job') {
  const own = (column: string) => sql.ref(`${job}.${column}`);
  return sql`(${own('has_one_waiting')} and exists (
    select from jobs as twin where twin.name = ${own('name')} and twin.key = ${own('key')}
       and twin.state = 'waiting' and twin.has_one_waiting))`;
}

function isHeld(run: JobRun) {
  return sql`id = ${run.id}::uuid and state = 'running' and began_at = ${run.beganAt}::timestamptz`;
}
