import type { Db } from '../platform/db/types.ts';
import type { ImageFiles } from './image-files.ts';
import { findExistingImageIds } from './image-records-store.ts';

/** The result of a sweep of the image store. */
export type StrayFilesReport = {
  /** Files old enough to be looked at. */
  readonly checked: number;
  /** Of them, those without a row. */
  readonly strays: number;
  /** Files deleted because no row stands for them: all strays, or none when there are too many. */
  readonly deleted: number;
  /** Leftovers of unfinished writes deleted. */
  readonly unfinished: number;
};

const batchSize = 500;
/**
 * The most files that one sweep deletes: a hundredth of those it looked at, or so many when that is more. Killed
 * processes leave a few. More are the sign of a database that does not belong to these files.
 */
const mostStrayShare = 0.01;
const fewStrays = 100;
const millisecondsPerHour = 3_600_000;

/**
 * Deletes files of the image store without a row: a process died before it committed the row, or the row was deleted.
 * Keeps files younger than `minAgeHours` (default 24), because their row may not be committed yet. `minAgeHours` must
 * be longer than any request or job. Keeps files written after `backedUpAt`, the newest backup, too: a database that was
 * put back from it has no rows for them.
 *
 * Deletes nothing when more than a hundredth of the files, and more than a hundred, are strays; somebody must look at
 * them then. Memory stays bounded while there are not, and running it twice or on two replicas does no harm. NOT done: finding rows whose file
 * is missing; see `checkPhotos`.
 */
export async function deleteStrayFiles(
  db: Db,
  store: ImageFiles,
  now: Date,
  options: {
    readonly minAgeHours?: number;
    readonly backedUpAt?: Date | undefined;
    readonly mostShare?: number;
  } = {},
): Promise<StrayFilesReport> {
  const old = new Date(now.getTime() - (options.minAgeHours ?? 24) * millisecondsPerHour);
  const { backedUpAt = old, mostShare = mostStrayShare } = options;
  const before = backedUpAt < old ? backedUpAt : old;
  let checked = 0;
  let batch: string[] = [];
  const strays: string[] = [];

  async function findStrays(): Promise<void> {
    const existing = await findExistingImageIds(db, batch);
    strays.push(...batch.filter((id) => !existing.has(id)));
    checked += batch.length;
    batch = [];
  }

  for await (const file of store.list()) {
    if (file.modifiedAt >= before) continue;
    batch.push(file.id);
    if (batch.length === batchSize) await findStrays();
  }
  await findStrays();
  const isTooMany = strays.length > Math.max(fewStrays, mostShare * checked);
  if (!isTooMany) for (const id of strays) await store.delete(id);
  const unfinished = await store.discardUnfinished(before);
  return { checked, strays: strays.length, deleted: isTooMany ? 0 : strays.length, unfinished };
}
