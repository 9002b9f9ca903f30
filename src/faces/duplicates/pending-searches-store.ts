import type { Db, Tx } from '../../platform/db/types.ts';

type PendingDuplicateSearchesTable = {
  face_id: string;
  created_at: Date;
  due_at: Date;
  reported: string[];
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    pending_duplicate_searches: PendingDuplicateSearchesTable;
  }
}

/** Notes that the search for a new face is to be made; it goes with the face. */
export async function insertPendingSearch(
  tx: Tx,
  search: { readonly faceId: string; readonly createdAt: Date; readonly dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('pending_duplicate_searches')
    .values({ face_id: search.faceId, created_at: search.createdAt, due_at: search.dueAt, reported: [] })
    .execute();
}

/** The people reported so far, with a lock on the search. Undefined when it has ended, or the face is gone. */
export async function lockPendingSearch(tx: Tx, faceId: string): Promise<readonly string[] | undefined> {
  const row = await tx
    .selectFrom('pending_duplicate_searches')
    .select('reported')
    .where('face_id', '=', faceId)
    .forUpdate()
    .executeTakeFirst();
  return row?.reported;
}

/** Ends the search. */
export async function deletePendingSearch(db: Db, faceId: string): Promise<void> {
  await db.deleteFrom('pending_duplicate_searches').where('face_id', '=', faceId).execute();
}

/** Puts the search off, with everybody who was reported by now. */
export async function postponePendingSearch(
  tx: Tx,
  search: { readonly faceId: string; readonly dueAt: Date; readonly reported: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('pending_duplicate_searches')
    .set({ due_at: search.dueAt, reported: [...search.reported] })
    .where('face_id', '=', search.faceId)
    .execute();
}

/** The faces whose search is due, the longest due first. */
export async function listDueSearches(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pending_duplicate_searches')
    .select('face_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('face_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.face_id);
}

/** The searches begun before a moment that have not ended. */
export async function measurePendingSearches(
  db: Db,
  begunBefore: Date,
): Promise<{ readonly count: number; readonly oldest: Date | undefined }> {
  const { count, oldest } = await db
    .selectFrom('pending_duplicate_searches')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('created_at', '<', begunBefore)
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest ?? undefined };
}
