import { type Selectable, sql } from 'kysely';
import { countRows, type Db, deleteRows, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import type { Execution } from '../profiles/index.ts';
import { sealedWatch } from './declarations.ts';
import type { Watch, WatchDocument } from './types.ts';

type WatchesTable = ToRow<Omit<Watch, 'document'>> &
  SealedColumns & { subject_index: Uint8Array; seen_month: string | null };

declare module '../platform/db/tables.ts' {
  interface Tables {
    watches: WatchesTable;
  }
}

/** False, with nothing written, when the client watches the subject with the template already. */
export async function insertWatch(
  tx: Tx,
  cipher: RecordCipher,
  watch: Watch,
  subjectIndex: Uint8Array,
  seenMonth: string | undefined,
): Promise<boolean> {
  const { id, clientId, subject, templateId, intervalDays, createdAt, dueAt } = watch;
  const row = await tx
    .insertInto('watches')
    .values({
      ...toRow({ id, clientId, subject, templateId, intervalDays, createdAt, dueAt }),
      ...toRow({ subjectIndex, seenMonth }),
      ...sealedWatch.sealJson(cipher, id, watch.document),
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'subject_index', 'template_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countWatches(db: Db, clientId: string): Promise<number> {
  return await countRows(db.selectFrom('watches').where('client_id', '=', clientId));
}

/** A watch, of a client when one is named; undefined when there is none. */
export async function findWatch(
  db: Db,
  cipher: RecordCipher,
  id: string,
  clientId: string | undefined,
): Promise<Watch | undefined> {
  let query = db.selectFrom('watches').selectAll().where('id', '=', id);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const row = await query.executeTakeFirst();
  return row && toWatch(cipher, row);
}

/**
 * The watches that an execution says something of, locked until the transaction ends: the one that started it and those
 * of its subject with its template. Of its client alone, where a client asked for it.
 */
export async function lockWatchesOf(
  tx: Tx,
  cipher: RecordCipher,
  by: Pick<Execution, 'templateId' | 'profileId' | 'referenceId' | 'clientId'>,
): Promise<readonly Watch[]> {
  let query = tx
    .selectFrom('watches')
    .selectAll()
    .where('template_id', '=', by.templateId)
    .where((where) =>
      where.or([where('profile_id', '=', by.profileId), where('id', '=', by.referenceId ?? '')]),
    );
  if (by.clientId !== undefined) query = query.where('client_id', '=', by.clientId);
  const rows = await query.orderBy('id').forUpdate().execute();
  return rows.map((row) => toWatch(cipher, row));
}

/** Watches, oldest first; of a client, or of a subject, when one is named. */
export async function listWatches(
  db: Db,
  cipher: RecordCipher,
  of: { readonly clientId?: string | undefined; readonly subjectIndex?: Uint8Array },
  page: { readonly after?: string | undefined; readonly limit?: number } = {},
): Promise<readonly Watch[]> {
  let query = db.selectFrom('watches').selectAll().orderBy('id');
  if (of.clientId !== undefined) query = query.where('client_id', '=', of.clientId);
  if (of.subjectIndex !== undefined) query = query.where('subject_index', '=', of.subjectIndex);
  if (page.after !== undefined) query = query.where('id', '>', page.after);
  if (page.limit !== undefined) query = query.limit(page.limit);
  return (await query.execute()).map((row) => toWatch(cipher, row));
}

export async function makeDue(db: Db, subjectIndex: Uint8Array, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('watches')
    .set({ due_at: at })
    .where('subject_index', '=', subjectIndex)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Due watches, the most overdue first. */
export async function listDueWatches(
  db: Db,
  cipher: RecordCipher,
  now: Date,
  limit: number,
): Promise<readonly Watch[]> {
  const rows = await db
    .selectFrom('watches')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => toWatch(cipher, row));
}

/** Notes that a watch was looked at: the execution, and when it is due again. */
export async function noteRun(
  db: Db,
  id: string,
  run: {
    readonly executionId: string | undefined;
    readonly profileId: string | undefined;
    readonly at: Date;
    readonly dueAt: Date | undefined;
  },
): Promise<void> {
  await db
    .updateTable('watches')
    .set({
      due_at: run.dueAt ?? null,
      last_run_at: run.at,
      ...(run.executionId === undefined ? {} : { last_execution_id: run.executionId }),
      ...(run.profileId === undefined ? {} : { profile_id: run.profileId }),
    })
    .where('id', '=', id)
    .execute();
}

/** Notes what came of a watch that the transaction has locked. */
export async function noteOutcome(tx: Tx, id: string, outcome: Uint8Array): Promise<void> {
  await tx.updateTable('watches').set({ last_outcome: outcome }).where('id', '=', id).execute();
}

/** Makes the watches that wait for the registry due, at random moments of the time given. */
export async function spreadOverTime(
  db: Db,
  month: string,
  { from, seconds }: { readonly from: Date; readonly seconds: number },
): Promise<void> {
  await sql`
    update watches set seen_month = ${month}, due_at = ${from}::timestamptz + random() * ${seconds}::float8 * interval '1 second'
    where interval_days is null and seen_month is distinct from ${month}`.execute(db);
}

/** Removes watches; gives how many there were. */
export async function deleteWatches(
  db: Db,
  by: { readonly id: string } | { readonly subjectIndex: Uint8Array } | { readonly clientId: string },
): Promise<number> {
  const all = db.deleteFrom('watches');
  const some =
    'id' in by
      ? all.where('id', '=', by.id)
      : 'clientId' in by
        ? all.where('client_id', '=', by.clientId)
        : all.where('subject_index', '=', by.subjectIndex);
  return await deleteRows(some);
}

function toWatch(cipher: RecordCipher, row: Selectable<WatchesTable>): Watch {
  const document = sealedWatch.openJson<WatchDocument>(cipher, row.id, row);
  return { ...fromRow(row, 'subject_index', 'seen_month'), document };
}
