import { setTimeout as wait } from 'node:timers/promises';
import type { ImageFiles } from './image-files.ts';

/** Longest that an answer waits for the removal of files. */
const waitMs = 2_000;

/**
 * Deletes the files of photos with deleted rows. Never rejects: nobody can open these photos, and the nightly sweep
 * deletes the files that remain. What takes longer than two seconds goes on behind the answer.
 */
export async function discardImageFiles(
  store: Pick<ImageFiles, 'delete'>,
  ids: readonly string[],
): Promise<void> {
  const answered = new AbortController();
  const deleting = Promise.allSettled(ids.map((id) => store.delete(id)));
  await Promise.race([deleting, wait(waitMs, undefined, { signal: answered.signal }).catch(() => {})]);
  answered.abort();
}
