import type { ImageFiles } from './image-files.ts';

/**
 * Deletes the files of photos with deleted rows. Never rejects: nobody can open these photos, and the nightly sweep
 * deletes the files that remain.
 */
export async function discardImageFiles(store: ImageFiles, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => store.delete(id)));
}
