import {
  type CleanPhoto,
  checkDecodedAddress,
  inspectPhoto,
  isDataAddress,
  needsConversion,
  type PhotoConverter,
  type PhotoFetcher,
  type PhotoSender,
  readDataAddress,
  stripMetadata,
} from '../images/index.ts';
import type { AddressedPhoto, PhotoSource } from './types.ts';

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
  // What is no data: address is a web address, and is refused as one.
  if (source.kind === 'inline' && isDataAddress(source.prefix)) {
    return checkDecodedAddress(source.prefix, source.bytes, deps.limits.maxBytes);
  }
  const address = addressOf(source);
  if (isDataAddress(address)) return readDataAddress(address, deps.limits.maxBytes);
  return await deps.photos.fetchPhoto(address, { requester });
}

/**
 * True for a photo that came with its request and needs no conversion: to receive it asks nobody and makes no process.
 */
export function isAtHand(source: PhotoSource): boolean {
  if (source.kind === 'address') return false;
  return !needsConversion(source.bytes);
}

/** The address of a photo as it was sent. */
export function addressOf(source: AddressedPhoto): string {
  return source.kind === 'inline' ? source.prefix + source.readPayload() : source.address;
}
