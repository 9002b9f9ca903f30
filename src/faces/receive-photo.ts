import { inspectPhoto, type PhotoFetcher, type PhotoInfo, readDataAddress } from '../images/index.ts';
import type { PhotoSource } from './types.ts';

export type ReceivePhotoDeps = { readonly photos: PhotoFetcher; readonly limits: PhotoLimits };

export type PhotoLimits = { readonly maxBytes: number; readonly maxPixels: number };

/** A photo whose format and dimensions passed. */
export type AcceptedPhoto = { readonly bytes: Uint8Array; readonly info: PhotoInfo };

/**
 * Brings a photo in: fetches or decodes its address and checks format and dimensions from the header. Nothing is
 * decoded to pixels here and no face is looked for.
 *
 * Rejects with an `ImageError`.
 */
export async function receivePhoto(deps: ReceivePhotoDeps, source: PhotoSource): Promise<AcceptedPhoto> {
  const bytes = await loadBytes(deps, source);
  return { bytes, info: inspectPhoto(bytes, { maxPixels: deps.limits.maxPixels }) };
}

async function loadBytes(deps: ReceivePhotoDeps, source: PhotoSource): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes;
  if (/^data:/i.test(source.address)) return readDataAddress(source.address, deps.limits.maxBytes);
  return await deps.photos.fetchPhoto(source.address);
}
