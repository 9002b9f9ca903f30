import { isIsoMedia } from './avif-header.ts';
import type { PhotoSender } from './conversion-turns.ts';
import type { PhotoConverter } from './photo-converter.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';
import type { CleanPhoto, PhotoInfo } from './types.ts';

/** True for a photo that `stripMetadata` converts in a process of its own. */
export function needsConversion(bytes: Uint8Array): boolean {
  return isIsoMedia(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/**
 * A photo without its metadata: no place, no device, no serial numbers, no thumbnail, no comments, nothing
 * behind the end of the image. JPEG, PNG and WebP lose nothing else: their compressed pixels stay byte for byte,
 * with the colour profile and the orientation. AVIF, whose metadata is woven into its structure, becomes an
 * upright JPEG of quality 95 in sRGB; its pixels differ slightly from what was received.
 *
 * `info` is what `inspectPhoto` said of the same bytes; the returned one describes the returned bytes. Throws
 * `image_undecodable` when the structure behind the header is broken, and what the converter rejects with. NOT removed: text inside an ICC profile,
 * and anything drawn or hidden in the pixels.
 *
 * See docs/decisions/0011.
 */
export async function stripMetadata(
  converter: PhotoConverter,
  bytes: Uint8Array,
  info: PhotoInfo,
  sender: PhotoSender,
): Promise<CleanPhoto> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (info.format) {
    case 'jpeg':
      return { bytes: stripJpeg(view), info };
    case 'png':
      return { bytes: stripPng(view), info };
    case 'webp':
      return { bytes: stripWebp(view), info };
    case 'avif':
      return converter.convert(bytes, info, sender);
  }
}
