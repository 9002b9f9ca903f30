import { type Generated, type Selectable, sql } from 'kysely';
import { type Db, jsonb, type Tx } from '../platform/db/index.ts';
import type { Verification, VerificationResult } from './types.ts';

interface AuditVerificationsTable {
  id: string;
  state: Verification['state'];
  started_by: string;
  created_at: Date;
  finished_at: Date | null;
  attempt: Generated<number>;
  seen_at: Date;
  read_events: Generated<number>;
  total_events: Generated<number>;
  result: VerificationResult | null;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    audit_verifications: AuditVerificationsTable;
  }
}

/** One run of a verification: what a process that lost it writes is not taken. */
export type VerificationRun = Pick<Verification, 'id' | 'attempt'>;

/** A verification that runs without a sign of life for so long has failed. */
const lostAfterSeconds = 300;

/** Adds a verification that waits. A second one is a unique violation. */
export async function insertVerification(
  tx: Tx,
  { id, startedBy, createdAt }: Pick<Verification, 'id' | 'startedBy' | 'createdAt'>,
): Promise<void> {
  await tx
    .insertInto('audit_verifications')
    .values({
      ...{ id, state: 'waiting', started_by: startedBy, created_at: createdAt, seen_at: sql<Date>`now()` },
    })
    .execute();
}

/** Ends verifications whose process was killed. Those that wait for their first process stay. */
export async function failLostVerifications(tx: Tx): Promise<void> {
  await sql`
    update audit_verifications set state = 'failed', finished_at = now()
     where state in ('waiting', 'running') and attempt > 0
       and seen_at < now() - ${lostAfterSeconds} * interval '1 second'`.execute(tx);
}

/** Gives the verification to this process; undefined when it is over. */
export async function takeVerification(
  db: Db,
  id: string,
  totalEvents: number,
): Promise<Verification | undefined> {
  const row = await db
    .updateTable('audit_verifications')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      seen_at: sql<Date>`now()`,
      read_events: 0,
      total_events: totalEvents,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
  return row && toVerification(row);
}

/** A sign of life, with the progress. False when the verification is no longer this run's. */
export async function noteReadEvents(
  db: Db,
  { id, attempt }: VerificationRun,
  readEvents: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_verifications')
    .set({ read_events: readEvents, seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes down what was found; true if this run still had the verification. */
export async function finishVerification(
  db: Db,
  { id, attempt }: VerificationRun,
  end:
    | { readonly state: 'whole' | 'broken'; readonly result: VerificationResult }
    | { readonly state: 'failed' | 'waiting' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_verifications')
    .set({
      state: end.state,
      ...(end.state === 'waiting' ? {} : { finished_at: sql<Date>`now()` }),
      ...('result' in end ? { result: jsonb(end.result), read_events: end.result.events } : {}),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findVerification(db: Db, id: string): Promise<Verification | undefined> {
  const row = await db.selectFrom('audit_verifications').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toVerification(row);
}

/** Verifications, the newest first. */
export async function listVerifications(
  db: Db,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly Verification[]> {
  let query = db.selectFrom('audit_verifications').selectAll().orderBy('id', 'desc').limit(page.limit);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return (await query.execute()).map(toVerification);
}

function toVerification(row: Selectable<AuditVerificationsTable>): Verification {
  return {
    id: row.id,
    state: row.state,
    startedBy: row.started_by,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
    attempt: row.attempt,
    readEvents: row.read_events,
    totalEvents: row.total_events,
    result: row.result ?? undefined,
  };
}
