import type { Db } from '../platform/db/types.ts';
import { EncryptionError, type RecordCipher } from '../platform/encryption/index.ts';
import type { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { imageContext, imageIdKind } from './declarations.ts';
import { ImageError } from './errors.ts';
import type { ImageFiles } from './image-files.ts';
import { findImage } from './image-records-store.ts';

type Deps = { readonly db: Db; readonly store: ImageFiles; readonly cipher: RecordCipher };

type Image = { readonly bytes: Uint8Array; readonly contentType: string };

/**
 * A stored image, decrypted. Throws what `whenGone` gives, `image_not_found` by itself, for an id that is not there (or
 * not one), `image_store_unavailable` when its bytes cannot be had although its row stands, and the cipher's
 * `EncryptionError` when the bytes were altered. Auditing the read is the caller's part.
 */
export async function readImage(
  deps: Deps,
  id: string,
  whenGone: () => AppError = () => new ImageError('image_not_found'),
): Promise<Image> {
  const image = await openImage(deps, id);
  if (image === undefined) throw whenGone();
  if (image === 'lost') throw new ImageError('image_store_unavailable', { retryAfterSeconds: 5 });
  return image;
}

/**
 * The same for a person's copy, in base64: undefined for one that was erased meanwhile, and named as lost where the
 * store has lost its bytes or they were altered. Neither keeps the rest of the copy from the person.
 */
export async function readImageForCopy(deps: Deps, id: string) {
  const image = await openImage(deps, id).catch((error: unknown) => {
    if (isUnreadable(error)) return 'lost' as const;
    throw error;
  });
  if (image === undefined || image === 'lost') return image && { isLost: true };
  return { contentType: image.contentType, base64: Buffer.from(image.bytes).toString('base64') };
}

async function openImage(deps: Deps, id: string): Promise<Image | 'lost' | undefined> {
  const image = isId(imageIdKind, id) ? await findImage(deps.db, id) : undefined;
  if (image === undefined) return undefined;
  const ciphertext = await deps.store.get(id).catch((cause: unknown) => {
    if (cause instanceof ImageError) throw cause;
    throw new ImageError('image_store_unavailable', { cause, retryAfterSeconds: 5 });
  });
  // Erased between the two reads, or lost: the row tells which.
  if (ciphertext === undefined) return (await findImage(deps.db, id)) && 'lost';
  const sealed = { key_id: image.keyId, wrapped_key: image.wrappedKey, ciphertext };
  try {
    return { bytes: deps.cipher.open(sealed, imageContext(id)), contentType: image.contentType };
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    throw new EncryptionError('record_unreadable', { cause, detail: `The photo ${id}.` });
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof EncryptionError && error.code === 'record_unreadable';
}
