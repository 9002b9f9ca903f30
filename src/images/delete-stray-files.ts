import type { Db } from '../platform/db/types.ts';
import type { ImageFiles } from './image-files.ts';
import { findExistingImageIds } from './image-records-store.ts';

/** The result of a sweep of the image store. */
export type StrayFilesReport = {
  /** Files old enough to be looked at. */
  readonly checked: number;
  /** Files deleted because no row stands for them. */
  readonly deleted: number;
  /** Leftovers of unfinished writes deleted. */
  readonly unfinished: number;
};

const batchSize = 500;
const millisecondsPerHour = 3_600_000;

/**
 * Deletes files of the image store without a row: a process died before it committed the row, or the row was deleted.
 * Keeps files younger than `minAgeHours` (default 24), because their row may not be committed yet. `minAgeHours` must
 * be longer than any request or job.
 *
 * Memory stays bounded whatever the number of files, and running it twice or on two replicas does no harm. NOT done:
 * finding rows whose file is missing.
 */
export async function deleteStrayFiles(
  db: Db,
  store: ImageFiles,
  now: Date,
  options: { readonly minAgeHours?: number } = {},
): Promise<StrayFilesReport> {
  const before = new Date(now.getTime() - (options.minAgeHours ?? 24) * millisecondsPerHour);
  let checked = 0;
  let deleted = 0;
  let batch: string[] = [];

  async function deleteStrays(): Promise<void> {
    const existing = await findExistingImageIds(db, batch);
    for (const id of batch) {
      if (existing.has(id)) continue;
      await store.delete(id);
      deleted += 1;
    }
    checked += batch.length;
    batch = [];
  }

  for await (const file of store.list()) {
    if (file.modifiedAt >= before) continue;
    batch.push(file.id);
    if (batch.length === batchSize) await deleteStrays();
  }
  await deleteStrays();
  return { checked, deleted, unfinished: await store.discardUnfinished(before) };
}
