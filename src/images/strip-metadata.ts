import sharp from 'sharp';
import { ImageError } from './errors.ts';
import { inspectPhoto } from './inspect-photo.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';
import type { PhotoInfo } from './types.ts';

/** JPEG quality of converted AVIF photos, without chroma subsampling: far over what the eye or a network sees. */
const convertedQuality = 95;
const convertTimeoutSeconds = 10;

/**
 * A photo without its metadata: no place, no device, no serial numbers, no thumbnail, no comments, nothing
 * behind the end of the image. JPEG, PNG and WebP lose nothing else: their compressed pixels stay byte for byte,
 * with the colour profile and the orientation. AVIF, whose metadata is woven into its structure, becomes an
 * upright JPEG of quality 95 in sRGB; its pixels differ slightly from what was received.
 *
 * `info` is what `inspectPhoto` said of the same bytes; the returned one describes the returned bytes. Throws
 * `image_undecodable` when the structure behind the header is broken. NOT removed: text inside an ICC profile,
 * and anything drawn or hidden in the pixels.
 */
export async function stripMetadata(
  bytes: Uint8Array,
  info: PhotoInfo,
): Promise<{ readonly bytes: Uint8Array; readonly info: PhotoInfo }> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (info.format) {
    case 'jpeg':
      return { bytes: stripJpeg(view), info };
    case 'png':
      return { bytes: stripPng(view), info };
    case 'webp':
      return { bytes: stripWebp(view), info };
    case 'avif': {
      const converted = await convertToJpeg(view, info);
      return { bytes: converted, info: inspectPhoto(converted, { maxPixels: info.width * info.height }) };
    }
  }
}

/** The last conversion asked for. Never rejects. */
let converting: Promise<unknown> = Promise.resolve();

/**
 * One at a time in the whole process: a large AVIF holds a thread for seconds, and the threads are few and shared
 * with files and names.
 */
function convertToJpeg(bytes: Buffer, info: PhotoInfo): Promise<Buffer> {
  const conversion = converting.then(() => decodeAndEncode(bytes, info));
  converting = conversion.catch(() => {});
  return conversion;
}

async function decodeAndEncode(bytes: Buffer, info: PhotoInfo): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: info.width * info.height, failOn: 'error' })
      .timeout({ seconds: convertTimeoutSeconds })
      .autoOrient()
      .jpeg({ quality: convertedQuality, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } catch (cause) {
    throw new ImageError('image_undecodable', { detail: 'The AVIF cannot be decoded.', cause });
  }
}
