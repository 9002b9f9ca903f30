import type { Db } from '../platform/db/types.ts';
import { type ImageFiles, inBatches, type StoredFile } from './image-files.ts';
import { countImages, findExistingImageIds } from './image-records-store.ts';

/** Rows of photos beside the stored files, counted. */
export type PhotoCheck = {
  readonly rows: number;
  readonly files: number;
  /** Rows without a file: photos that are lost. */
  readonly rowsWithoutFile: number;
  /** Files of more than a day without a row; the nightly sweep deletes a few. */
  readonly filesWithoutRow: number;
};

const batchSize = 500;
const settlingMs = 86_400_000;

/**
 * Compares the rows of photos with the stored files, both ways, by their ids alone. Memory stays bounded. Photos that
 * come or are erased meanwhile count as neither lost nor stray. NOT verified: the bytes of the files. While photos move
 * between two places one may be counted twice, and hide one that is lost.
 */
export async function checkPhotos(
  db: Db,
  store: ImageFiles,
  now: Date,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PhotoCheck> {
  const settled = new Date(now.getTime() - settlingMs);
  const rowsBefore = await countImages(db, now);
  let files = 0;
  let found = 0;
  let filesWithoutRow = 0;
  for await (const batch of inBatches(store.list(), batchSize)) {
    options.signal?.throwIfAborted();
    files += batch.length;
    found += await countImages(db, now, idsOf(batch));
    const old = idsOf(batch.filter(({ modifiedAt }) => modifiedAt < settled));
    filesWithoutRow += old.length - (await findExistingImageIds(db, old)).size;
  }
  // What was erased since the first count is no loss, nor is what came: its file may have been written behind the list.
  const rows = Math.min(rowsBefore, await countImages(db, now));
  return { rows, files, rowsWithoutFile: Math.max(0, rows - found), filesWithoutRow };
}

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

/**
 * The most files that one sweep deletes: a hundredth of those it looked at, or so many when that is more. Killed
 * processes leave a few. More are the sign of a database that does not belong to these files.
 */
const mostStrayShare = 0.01;
const fewStrays = 100;

/**
 * Deletes files of the image store without a row: a process died before it committed the row, or the row was deleted.
 * Keeps files younger than a day, because their row may not be committed yet: no request or job takes longer. Keeps files
 * written after `backedUpAt`, the newest backup, too: a database that was put back from it has no rows for them.
 *
 * Deletes nothing when more than a hundredth of the files, and more than a hundred, are strays; somebody must look at
 * them then. Memory stays bounded while there are not, and running it twice or on two replicas does no harm. NOT done: finding rows whose file
 * is missing; see `checkPhotos`.
 */
export async function deleteStrayFiles(
  db: Db,
  store: ImageFiles,
  now: Date,
  options: { readonly backedUpAt?: Date | undefined; readonly mostShare?: number } = {},
): Promise<StrayFilesReport> {
  const old = new Date(now.getTime() - settlingMs);
  const { backedUpAt = old, mostShare = mostStrayShare } = options;
  const before = backedUpAt < old ? backedUpAt : old;
  let checked = 0;
  const strays: string[] = [];
  for await (const batch of inBatches(store.list(), batchSize)) {
    const ids = idsOf(batch.filter(({ modifiedAt }) => modifiedAt < before));
    const existing = await findExistingImageIds(db, ids);
    strays.push(...ids.filter((id) => !existing.has(id)));
    checked += ids.length;
  }
  const isTooMany = strays.length > Math.max(fewStrays, mostShare * checked);
  if (!isTooMany) for (const id of strays) await store.delete(id);
  const unfinished = await store.discardUnfinished(before);
  return { checked, strays: strays.length, deleted: isTooMany ? 0 : strays.length, unfinished };
}

function idsOf(files: readonly StoredFile[]): string[] {
  return files.map(({ id }) => id);
}
