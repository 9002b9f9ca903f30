import { deleteImages, lockImages } from '../images/index.ts';
import type { Tx } from '../platform/db/types.ts';

/**
 * Of the given images, removes the rows that no attempt, reference photo or capture points at, and gives their
 * ids so that the caller deletes the files once the transaction is committed. Without its row an image's key is
 * gone, so the file is unreadable from the commit on.
 */
export async function deleteUnusedImages(tx: Tx, imageIds: readonly string[]): Promise<string[]> {
  if (imageIds.length === 0) return [];
  // Waits for attempts that are being written with one of them; the next statement then sees those attempts.
  await lockImages(tx, imageIds);
  const used = await findUsedImages(tx, imageIds);
  return await deleteImages(
    tx,
    imageIds.filter((id) => !used.has(id)),
  );
}

async function findUsedImages(tx: Tx, imageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('faces')
    .select('image_id as id')
    .where('image_id', 'in', imageIds)
    .unionAll(tx.selectFrom('captures').select('image_id as id').where('image_id', 'in', imageIds))
    .unionAll(
      tx
        .selectFrom('attempts')
        .select('registered_image_id as id')
        .where('registered_image_id', 'in', imageIds)
        .$narrowType<{ id: string }>(),
    )
    .unionAll(
      tx
        .selectFrom('attempts')
        .select('received_image_id as id')
        .where('received_image_id', 'in', imageIds)
        .$narrowType<{ id: string }>(),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}
