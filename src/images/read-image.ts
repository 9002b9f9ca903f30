import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { isId } from '../platform/ids.ts';
import { imageContext, imageIdKind } from './declarations.ts';
import { ImageError } from './errors.ts';
import type { ImageFiles } from './image-files.ts';
import { findImage } from './image-records-store.ts';

/**
 * A stored image, decrypted. Throws `image_not_found` for an id that is not there (or not one),
 * `image_store_unavailable` when its bytes cannot be had although its row stands, and the cipher's
 * `EncryptionError` when the bytes were altered. Auditing the read is the caller's part.
 */
export async function readImage(
  deps: { readonly db: Db; readonly store: ImageFiles; readonly cipher: RecordCipher },
  id: string,
): Promise<{ readonly bytes: Uint8Array; readonly contentType: string }> {
  const image = isId(imageIdKind, id) ? await findImage(deps.db, id) : undefined;
  if (image === undefined) throw new ImageError('image_not_found');
  const ciphertext = await deps.store.get(id).catch((cause: unknown) => {
    throw new ImageError('image_store_unavailable', { cause, retryAfterSeconds: 5 });
  });
  if (ciphertext === undefined) {
    // Erased between the two reads, or lost: the row tells which.
    const isErased = (await findImage(deps.db, id)) === undefined;
    throw isErased
      ? new ImageError('image_not_found')
      : new ImageError('image_store_unavailable', { retryAfterSeconds: 5 });
  }
  const sealed = { key_id: image.keyId, wrapped_key: image.wrappedKey, ciphertext };
  const bytes = deps.cipher.open(sealed, imageContext(id));
  return { bytes, contentType: image.contentType };
}
