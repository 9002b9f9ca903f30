import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import { ImageError } from './errors.ts';
import type { ImageStore } from './image-store.ts';
import type { ImageRecord } from './images-store.ts';
import { imageContext } from './sealed-tables.ts';
import { stripMetadata } from './strip-metadata.ts';
import type { PhotoInfo } from './types.ts';

/** An image on its way into storage: its bytes are being written, its row is the caller's to insert. */
export type PreparedImage = {
  /** What to insert with `insertImage`, or `toImageColumns` inside a larger statement. */
  readonly image: ImageRecord;
  /**
   * Resolves once the bytes are safely stored; rejects with `image_store_unavailable`. To be awaited before the
   * transaction that inserts the row commits: a row must never stand without its bytes.
   */
  readonly written: Promise<void>;
  /** Deletes the bytes again, for when the row is not going to be inserted. Never rejects. */
  discard(): Promise<void>;
};

/** Above this many bytes each step gets its own turn of the event loop, so that none holds it for long. */
const yieldAboveBytes = 1_000_000;

/**
 * Strips a photo of its metadata, encrypts it under a key of its own and begins to write it. Resolves as soon
 * as the row is known, while the bytes are still being written, so that the write runs beside other work.
 *
 * `info` is what `inspectPhoto` said of the same bytes. Throws `image_undecodable` when the photo's structure is
 * broken behind its header. Should the process die before the row is committed, `deleteStrayFiles` finds the
 * file.
 *
 * @example
 * const prepared = await prepareImage(deps, bytes, inspectPhoto(bytes));
 * await prepared.written;
 * await insertImage(db, prepared.image);
 */
export async function prepareImage(
  deps: { readonly store: ImageStore; readonly cipher: RecordCipher; readonly clock?: Clock },
  bytes: Uint8Array,
  info: PhotoInfo,
): Promise<PreparedImage> {
  const isLarge = bytes.byteLength > yieldAboveBytes;
  const createdAt = (deps.clock ?? systemClock).now();
  const id = createId('image', createdAt.getTime());
  const stripped = await stripMetadata(bytes, info);
  if (isLarge) await yieldToEventLoop();
  const sha256 = createHash('sha256').update(stripped.bytes).digest();
  if (isLarge) await yieldToEventLoop();
  const sealed = deps.cipher.seal(stripped.bytes, imageContext(id));
  const written = deps.store.put(id, sealed.ciphertext).catch((cause: unknown) => {
    throw new ImageError('image_store_unavailable', { cause });
  });
  // A caller that gives up before it awaits `written` must not bring the process down.
  written.catch(() => {});
  return {
    image: {
      id,
      createdAt,
      contentType: stripped.info.contentType,
      width: stripped.info.width,
      height: stripped.info.height,
      sizeBytes: stripped.bytes.byteLength,
      sha256,
      keyId: sealed.keyId,
      wrappedKey: sealed.wrappedKey,
    },
    written,
    async discard() {
      await written.catch(() => {});
      await deps.store.delete(id).catch(() => {});
    },
  };
}
