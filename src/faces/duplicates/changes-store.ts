import { sql } from 'kysely';
import { type Db, deleteRows, type Tx } from '../../platform/db/index.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    face_changes: {
      sequence: number;
      /** Transactions are told apart by it; text here, since it is wider than a number. */
      xid: string;
      face_id: string;
      at: Date;
    };
    pending_duplicate_searches: {
      face_id: string;
      created_at: Date;
      due_at: Date;
      reported: string[];
    };
  }
}

/** Changes since a horizon, and the horizon to ask from the next time. */
export type FaceChanges = {
  /** Every change committed before is in this or an earlier answer; some are in both. */
  readonly horizon: string;
  readonly changes: readonly { readonly sequence: number; readonly faceId: string }[];
};

/** From which on changes are to be read, taken before what they are changes of. */
export async function readHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
  return rows[0]!.horizon;
}

/**
 * Changes since a horizon. One statement, so one snapshot: the new horizon is its oldest open transaction. The rows
 * hold every change committed by then that no earlier read returned.
 */
export async function readChanges(db: Db, since: string): Promise<FaceChanges> {
  const { rows } = await sql<{ horizon: string; sequence: number | null; face_id: string }>`
    select h.horizon::text as horizon, c.sequence, c.face_id
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) h
    left join face_changes c on c.xid >= ${since}::xid8
    order by c.sequence`.execute(db);
  return {
    horizon: rows[0]!.horizon,
    changes: rows
      .filter((row) => row.sequence !== null)
      .map((row) => ({ sequence: row.sequence as number, faceId: row.face_id })),
  };
}

/** Forgets changes that every process has long read: those that start read the faces themselves. Gives how many. */
export async function deleteFaceChanges(db: Db, madeBefore: Date): Promise<number> {
  return await deleteRows(db.deleteFrom('face_changes').where('at', '<', madeBefore));
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
