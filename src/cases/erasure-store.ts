import { sql } from 'kysely';
import { deleteImages } from '../images/index.ts';
import type { Db, Tx } from '../platform/db/index.ts';

export async function listCaseIdsOfPerson(db: Db, personId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('cases').select('id').where('person_id', '=', personId).execute();
  return rows.map(({ id }) => id);
}

/** Cases that were decided before a moment, but for those of some people, oldest first. */
export async function listDecidedCases(
  db: Db,
  before: Date,
  limit: number,
  butOf: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('cases')
    .select('id')
    .where('decided_at', '<', before)
    .where(sql<boolean>`(person_id is null or person_id <> all(${[...butOf]}::text[]))`)
    .orderBy('decided_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a case with all that belongs to it; gives the photos whose files are to go. */
export async function deleteCase(tx: Tx, id: string): Promise<readonly string[]> {
  const attached = await tx
    .deleteFrom('case_attachments')
    .where('case_id', '=', id)
    .returning('image_id')
    .execute();
  await deleteImages(
    tx,
    attached.map(({ image_id: imageId }) => imageId),
  );
  await tx.deleteFrom('cases').where('id', '=', id).execute();
  return attached.map(({ image_id: imageId }) => imageId);
}
