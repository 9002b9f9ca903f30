import { type ImageKeeper, readImage } from '../images/index.ts';
import type { Db } from '../platform/db/types.ts';

/** The bytes of a stored photo. Throws when it is gone: rows that point at an image keep it in place. */
export async function readPhoto(
  deps: { readonly db: Db; readonly images: ImageKeeper },
  imageId: string,
): Promise<Uint8Array> {
  const image = await readImage(deps.db, deps.images, imageId);
  if (image === undefined) throw new Error('a stored photo is missing from the image store');
  return image.bytes;
}
