import {
  type CleanPhoto,
  inspectPhoto,
  type PhotoConverter,
  type PhotoFetcher,
  type PhotoSender,
  readDataAddress,
  stripMetadata,
} from '../images/index.ts';
import type { PhotoSource } from './types.ts';

export type ReceivePhotoDeps = {
  readonly photos: PhotoFetcher;
  readonly converter: PhotoConverter;
  readonly limits: PhotoLimits;
};

export type PhotoLimits = { readonly maxBytes: number; readonly maxPixels: number };

/**
 * Brings a photo in: fetches or decodes its address, checks format and dimensions from the header, and drops its
 * metadata, so that nothing a stranger wrote beside the pixels reaches a decoder or the store. An AVIF becomes a
 * JPEG, in a process of its own; no other format is decoded to pixels here, and no face is looked for.
 *
 * Rejects with an `ImageError`.
 */
export async function receivePhoto(
  deps: ReceivePhotoDeps,
  source: PhotoSource,
  sender: PhotoSender,
): Promise<CleanPhoto> {
  const bytes = await loadBytes(deps, source, sender);
  const info = inspectPhoto(bytes, { maxPixels: deps.limits.maxPixels });
  return await stripMetadata(deps.converter, bytes, info, sender);
}

async function loadBytes(
  deps: ReceivePhotoDeps,
  source: PhotoSource,
  requester: PhotoSender,
): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes;
  if (/^data:/i.test(source.address)) return readDataAddress(source.address, deps.limits.maxBytes);
  return await deps.photos.fetchPhoto(source.address, { requester });
}
