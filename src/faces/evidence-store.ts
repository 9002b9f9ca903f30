import type { Tx } from '../platform/db/types.ts';

/**
 * Of the given images, removes the rows that no attempt, reference photo or capture points at, and gives their
 * ids so that the caller deletes the files once the transaction is committed. Without its row an image's key is
 * gone, so the file is unreadable from the commit on.
 */
export async function deleteUnusedImages(tx: Tx, imageIds: readonly string[]): Promise<string[]> {
  if (imageIds.length === 0) return [];
  // Waits for attempts that are being written with one of them; the next statement then sees those attempts.
  await tx.selectFrom('images').select('id').where('id', 'in', imageIds).orderBy('id').forUpdate().execute();
  const rows = await tx
    .deleteFrom('images')
    .where('id', 'in', imageIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('faces').select('faces.id').whereRef('faces.image_id', '=', 'images.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('captures').select('captures.id').whereRef('captures.image_id', '=', 'images.id')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts')
            .select('attempts.id')
            .where(({ or, eb }) =>
              or([
                eb('attempts.registered_image_id', '=', eb.ref('images.id')),
                eb('attempts.received_image_id', '=', eb.ref('images.id')),
              ]),
            ),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
