import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Clock, systemClock } from '../platform/clock.ts';
import { mayBeCommitted, type Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import { imageContext, imageIdKind } from './declarations.ts';
import { ImageError } from './errors.ts';
import type { ImageFiles } from './image-files.ts';
import { type ImageRecord, insertImage } from './image-records-store.ts';
import type { CleanPhoto } from './types.ts';

/** An image on its way into storage: its bytes are being written, its row is the caller's to insert. */
type PreparedImage = {
  /** The row for `insertImage`, or for `toImageColumns` inside a larger statement. */
  readonly image: ImageRecord;
  /**
   * Resolves once the bytes are safely stored; rejects with `image_store_unavailable` or `image_store_read_only`. To be awaited before the
   * transaction that inserts the row commits: a row must never stand without its bytes.
   */
  readonly written: Promise<void>;
  /** Deletes the bytes again, for when the row is not going to be inserted; see `discardImageFiles`. Never rejects. */
  discard(): Promise<void>;
};

/** Above this many bytes encryption gets a turn of the event loop of its own, so that nothing holds it for long. */
const yieldAboveBytes = 1_000_000;

/**
 * Encrypts a photo under its own key and starts to write it. Resolves with the row while the write continues in
 * parallel. If the process dies before the commit of the row, `deleteStrayFiles` deletes the file.
 *
 * @example
 * const prepared = await prepareImage(deps, await stripMetadata(converter, bytes, inspectPhoto(bytes), sender));
 * await prepared.written;
 * await insertImage(db, prepared.image);
 */
export async function prepareImage(
  deps: { readonly store: ImageFiles; readonly cipher: RecordCipher; readonly clock?: Clock },
  { bytes, info }: CleanPhoto,
): Promise<PreparedImage> {
  const isLarge = bytes.byteLength > yieldAboveBytes;
  const createdAt = (deps.clock ?? systemClock).now();
  const id = createId(imageIdKind, createdAt.getTime());
  if (isLarge) await yieldToEventLoop();
  const sealed = deps.cipher.seal(bytes, imageContext(id));
  const written = deps.store.put(id, sealed.ciphertext).catch((cause: unknown) => {
    if (cause instanceof ImageError) throw cause;
    throw new ImageError('image_store_unavailable', { cause, retryAfterSeconds: 5 });
  });
  // A caller that gives up before it awaits `written` must not bring the process down.
  written.catch(() => {});
  return {
    image: {
      id,
      createdAt,
      contentType: info.contentType,
      width: info.width,
      height: info.height,
      sizeBytes: bytes.byteLength,
      keyId: sealed.key_id,
      wrappedKey: sealed.wrapped_key,
    },
    written,
    async discard() {
      const isWritten = await written.then(
        () => true,
        () => false,
      );
      const deleting = discardImageFiles(deps.store, [id]);
      // A store that did not take the file keeps nobody waiting once more.
      if (isWritten) await deleting;
    },
  };
}

/**
 * Writes the file of a photo, then does the work of a transaction that inserts its row by `insert`, which gives the id.
 * The file goes again when no row was inserted, and when the work fails, unless its transaction may be committed.
 */
export async function storeImage<T>(
  deps: Parameters<typeof prepareImage>[0],
  photo: CleanPhoto,
  work: (insert: (tx: Tx) => Promise<string>) => Promise<T>,
): Promise<T> {
  const { image, written, discard } = await prepareImage(deps, photo);
  let isStored = false;
  try {
    await written;
    return await work(async (tx) => {
      await insertImage(tx, image);
      isStored = true;
      return image.id;
    });
  } catch (error) {
    isStored &&= mayBeCommitted(error);
    throw error;
  } finally {
    if (!isStored) await discard();
  }
}

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
