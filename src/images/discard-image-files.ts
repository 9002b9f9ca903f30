import type { ImageFiles } from './image-files.ts';

/**
 * Deletes photos whose rows are gone. Never rejects: the request that ends in it was carried out, nobody can open the
 * photos any more, and the nightly sweep deletes those that the store did not take.
 */
export async function discardImageFiles(store: ImageFiles, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => store.delete(id)));
}
