import { sql } from 'kysely';
import type { Db } from '../../platform/db/types.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { toReferenceFace } from '../faces-store.ts';
import type { ReferenceFace } from '../types.ts';

type FaceChangesTable = {
  sequence: number;
  /** Transactions are told apart by it; text here, since it is wider than a number. */
  xid: string;
  face_id: string;
  at: Date;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    face_changes: FaceChangesTable;
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

/** The next faces by id, with their templates opened. */
export async function listFaces(
  db: Db,
  cipher: RecordCipher,
  page: { readonly after: string; readonly limit: number },
): Promise<ReferenceFace[]> {
  const rows = await db
    .selectFrom('faces')
    .selectAll()
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => toReferenceFace(cipher, row));
}

/** Forgets changes that every process has long read: those that start read the faces themselves. Gives how many. */
export async function deleteFaceChanges(db: Db, madeBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('face_changes')
    .where('at', '<', madeBefore)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
