import { type Generated, sql } from 'kysely';
import { type Db, fromRow, jsonb, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { Verification, VerificationResult } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    audit_verifications: ToRow<Omit<Verification, 'readEvents' | 'totalEvents'>> & {
      read_events: Generated<number>;
      total_events: Generated<number>;
    };
  }
}

/** Adds a verification that waits. A second one is a unique violation. */
export async function insertVerification(
  tx: Tx,
  { id, startedBy, createdAt }: Pick<Verification, 'id' | 'startedBy' | 'createdAt'>,
): Promise<void> {
  await tx
    .insertInto('audit_verifications')
    .values({ ...toRow({ id, startedBy, createdAt }), state: 'waiting' })
    .execute();
}

export async function findOpenVerification(db: Db | Tx): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_verifications')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return row?.id;
}

/** Ends a verification that no job is left for. */
export async function failVerification(db: Db | Tx, id: string): Promise<void> {
  await sql`
    update audit_verifications set state = 'failed', finished_at = now()
     where state in ('waiting', 'running') and id = ${id}`.execute(db);
}

/** Marks the verification as running; undefined when it is over. */
export async function takeVerification(
  db: Db,
  id: string,
  totalEvents: number,
): Promise<Verification | undefined> {
  const row = await db
    .updateTable('audit_verifications')
    .set({ state: 'running', read_events: 0, total_events: totalEvents })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function noteReadEvents(db: Db, id: string, readEvents: number): Promise<void> {
  await db
    .updateTable('audit_verifications')
    .set({ read_events: readEvents })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Writes down what came of a run of the verification; false when it is over. */
export async function finishVerification(
  tx: Tx,
  id: string,
  end:
    | { readonly state: 'whole' | 'broken'; readonly result: VerificationResult }
    | { readonly state: 'failed' | 'waiting' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_verifications')
    .set({
      state: end.state,
      ...(end.state === 'waiting' ? {} : { finished_at: sql<Date>`now()` }),
      ...('result' in end ? { result: jsonb(end.result), read_events: end.result.events } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findVerification(db: Db, id: string): Promise<Verification | undefined> {
  const row = await db.selectFrom('audit_verifications').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** Verifications, the newest first. */
export async function listVerifications(
  db: Db,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly Verification[]> {
  let query = db.selectFrom('audit_verifications').selectAll().orderBy('id', 'desc').limit(page.limit);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return (await query.execute()).map((row) => fromRow(row));
}
