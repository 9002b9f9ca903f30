import { sql } from 'kysely';
import { isUniqueViolation, type OpenDatabase } from '../db/index.ts';

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

/** Jobs that failed for good, the last one first. The queue keeps them for a day. Those of pg-boss are left out. */
export async function listFailedJobs(
  open: OpenDatabase,
  { after, limit }: { readonly after?: FailedJobPlace | undefined; readonly limit: number },
): Promise<readonly FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name, output ->> 'reason' as reason, retry_count + 1 as tries, created_on as "addedAt",
           to_char(completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "failedAt"
      from pgboss.job
     where state = 'failed' and not starts_with(name, '__') and completed_on is not null
       and ${
         after === undefined
           ? sql`true`
           : sql`(completed_on, id) < (${after.failedAt}::timestamptz, ${after.id}::uuid)`
       }
     order by completed_on desc, id desc
     limit ${limit}`.execute(open.db);
  return rows.map((row) => ({ ...row, reason: row.reason ?? undefined }));
}

/**
 * Puts a failed job back in the queue for one more run; gives its kind. `unknown`: no failed job has this id.
 * `waiting`: its kind lets one such job wait or run, and one does.
 */
export async function retryFailedJob(
  open: OpenDatabase,
  id: string,
): Promise<{ readonly name: string } | 'unknown' | 'waiting'> {
  try {
    const { rows } = await sql<{ name: string }>`
      update pgboss.job
         set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null, output = null
       where id = ${id}::uuid and state = 'failed' and not starts_with(name, '__')
      returning name`.execute(open.db);
    return rows[0] ?? 'unknown';
  } catch (error) {
    if (isUniqueViolation(error)) return 'waiting';
    throw error;
  }
}
