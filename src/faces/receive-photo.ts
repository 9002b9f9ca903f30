import {
  type CleanPhoto,
  inspectPhoto,
  isDataAddress,
  needsConversion,
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
  const { address } = source;
  if (isDataAddress(address)) return readDataAddress(address, deps.limits.maxBytes);
  return await deps.photos.fetchPhoto(address, { requester });
}

/**
 * The bytes of a photo that came with its request and needs no conversion: to receive it asks nobody and makes no
 * process. Undefined for any other photo, and for an address that cannot be read.
 */
export function takePhotoAtHand(
  { limits }: Pick<ReceivePhotoDeps, 'limits'>,
  source: PhotoSource,
): PhotoSource | undefined {
  if (source.kind === 'address' && !isDataAddress(source.address)) return undefined;
  try {
    const bytes = source.kind === 'bytes' ? source.bytes : readDataAddress(source.address, limits.maxBytes);
    return needsConversion(bytes) ? undefined : { kind: 'bytes', bytes };
  } catch {
    return undefined;
  }
}
