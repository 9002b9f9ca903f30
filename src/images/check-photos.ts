import type { Db } from '../platform/db/types.ts';
import type { ImageFiles } from './image-files.ts';
import { countImages, countImagesAmong, findExistingImageIds } from './image-records-store.ts';

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
  let files = 0;
  let found = 0;
  let filesWithoutRow = 0;
  let batch: { readonly id: string; readonly isOld: boolean }[] = [];

  async function compare(): Promise<void> {
    options.signal?.throwIfAborted();
    const ids = batch.map(({ id }) => id);
    found += await countImagesAmong(db, ids, now);
    const old = batch.filter(({ isOld }) => isOld).map(({ id }) => id);
    filesWithoutRow += old.length - (await findExistingImageIds(db, old)).size;
    files += batch.length;
    batch = [];
  }

  for await (const { id, modifiedAt } of store.list()) {
    batch.push({ id, isOld: modifiedAt < settled });
    if (batch.length === batchSize) await compare();
  }
  await compare();
  // Counted last: what was erased meanwhile is no loss.
  const rows = await countImages(db, now);
  return { rows, files, rowsWithoutFile: Math.max(0, rows - found), filesWithoutRow };
}
