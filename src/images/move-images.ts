import type { Db } from '../platform/db/types.ts';
import { ImageError } from './errors.ts';
import { type ImageFiles, inBatches } from './image-files.ts';
import { findExistingImageIds } from './image-records-store.ts';

/** The photos moved so far. */
export type MoveProgress = { readonly done: number; readonly total: number };

export type MoveImagesDeps = { readonly db: Db; readonly from: ImageFiles; readonly to: ImageFiles };

export type MoveResult = {
  /** Photos that stand in the new place now and no longer in the old one. */
  readonly moved: number;
  /** Photos that were erased while they were moved, and were deleted in both places. */
  readonly erased: number;
  /** Bytes left in the old place, because no row stands for them yet or any more. */
  readonly left: number;
};

const batchSize = 200;
const concurrency = 8;

/**
 * Moves every photo from one store to another while the service runs. Each photo is written, read back and compared
 * before it is deleted in the old place. After an interruption the next run resumes.
 *
 * Bytes without a row are left where they are: a request may be about to commit theirs, and the nightly sweep deletes
 * strays. A photo erased meanwhile stays in neither place: its row is looked up again after it was written, and an
 * erasure deletes in both places after its commit. Rejects with `image_store_unavailable`.
 */
export async function moveImages(
  deps: MoveImagesDeps,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: MoveProgress) => void } = {},
): Promise<MoveResult> {
  const { db, from, to } = deps;
  const { signal, onProgress = () => {} } = options;
  let total = 0;
  for await (const _file of from.list()) {
    signal?.throwIfAborted();
    total += 1;
  }
  const result = { moved: 0, erased: 0, left: 0 };
  for await (const batch of inBatches(from.list(), batchSize)) {
    signal?.throwIfAborted();
    const ids = batch.map(({ id }) => id);
    const before = await findExistingImageIds(db, ids);
    result.left += batch.length - before.size;
    const written: string[] = [];
    const waiting = [...before];
    const work = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        signal?.throwIfAborted();
        if (await copyImage(deps, id)) written.push(id);
      }
    };
    // All settle, so that nothing is written any more when this has ended.
    const workers = await Promise.allSettled(Array.from({ length: concurrency }, work));
    const after = await findExistingImageIds(db, written);
    for (const id of written) {
      if (after.has(id)) result.moved += 1;
      else {
        await to.delete(id);
        result.erased += 1;
      }
      await from.delete(id);
    }
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
    result.erased += before.size - written.length;
    onProgress({ done: Math.min(result.moved + result.erased + result.left, total), total });
  }
  onProgress({ done: total, total });
  return result;
}

/** Copies the bytes and compares what was kept. False when the photo was erased by now. */
async function copyImage({ db, from, to }: MoveImagesDeps, id: string): Promise<boolean> {
  const bytes = await from.get(id);
  if (bytes === undefined) return false;
  try {
    await to.put(id, bytes);
    const kept = await to.get(id);
    if (kept === undefined || Buffer.compare(kept, bytes) !== 0) {
      throw new ImageError('image_store_unavailable', {
        detail: 'A stored photo differs from the sent photo.',
      });
    }
  } catch (error) {
    // An erasure between the two deletes what was just written.
    if ((await findExistingImageIds(db, [id])).has(id)) throw error;
    await to.delete(id);
    return false;
  }
  return true;
}
