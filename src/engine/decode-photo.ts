import sharp, { type Sharp } from 'sharp';
import { decodePlainJpeg } from './decode-plain-jpeg.ts';
import { usualPhotoLimits } from './photo-limits.ts';
import type { Raster } from './raster.ts';

sharp.cache(false);
// One photo a worker at a time: the workers are the parallelism, as for the networks.
sharp.concurrency(1);

/** Longer sides are brought to this; a face that ends up small is read again at full size. */
const workingSizePx = 2048;

/** A photo ready to be searched, and how much of its own size it was reduced by. */
export type DecodedPhoto = {
  readonly raster: Raster;
  /** Size of the whole photo once upright, in pixels of its own. */
  readonly width: number;
  readonly height: number;
};

/** The photo's pixels cannot be read: damaged, cut short, too large, or no picture at all. */
export class UndecodablePhotoError extends Error {}

/** The time for decoding was over, which says nothing of the photo: the machine may be busy. */
export class DecodingTimeoutError extends Error {}

/**
 * The photo as 8-bit pixels, upright by its EXIF orientation, transparent parts on grey, the first frame only.
 * Grey, CMYK and 16-bit photos and other colour spaces are converted to sRGB. Its longer side is brought to 2,048
 * pixels when it is greater: {@link decodePart} gives a part of it at full size. See docs/decisions/0210.
 *
 * With `isReceived`, a plain JPEG is decoded by {@link decodePlainJpeg}: in half the time, with slightly other pixels, which
 * lie in the memory of the next `Pyramid`.
 *
 * Rejects with `UndecodablePhotoError` for damaged or incomplete files, other formats than JPEG, PNG, WebP and
 * AVIF, and above `maxPixels`, width times height; with `DecodingTimeoutError` after `timeoutSeconds`, 20 unless given.
 */
export async function decodePhoto(
  received: Uint8Array,
  maxPixels: number,
  {
    isReceived = false,
    timeoutSeconds = usualPhotoLimits.decodingTimeoutSeconds,
  }: { readonly isReceived?: boolean; readonly timeoutSeconds?: number } = {},
): Promise<DecodedPhoto> {
  const bytes = withEnd(received);
  const plain = isReceived ? decodePlainJpeg(bytes, maxPixels) : undefined;
  if (plain !== undefined) return { raster: plain, width: plain.width, height: plain.height };
  try {
    if (!isPhotoFormat(bytes)) throw new Error('The file has no photo format');
    const image = open(bytes, maxPixels, bytes !== received);
    const size = { width: workingSizePx, height: workingSizePx };
    const reduced = image.autoOrient().resize({ ...size, fit: 'inside', withoutEnlargement: true });
    const raster = await toRaster(reduced, timeoutSeconds);
    if (Math.max(raster.width, raster.height) < workingSizePx) {
      return { raster, width: raster.width, height: raster.height };
    }
    const { autoOrient } = await image.metadata();
    return { raster, width: autoOrient.width, height: autoOrient.height };
  } catch (cause) {
    if (cause instanceof DecodingTimeoutError) throw cause;
    throw new UndecodablePhotoError('The photo cannot be decoded', { cause });
  }
}

/** By the first bytes, which libvips goes by as well: it reads much else, SVG among it, that is not wanted here. */
function isPhotoFormat(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.byteLength)).toString(
    'latin1',
  );
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP')) ||
    start.slice(4, 8) === 'ftyp'
  );
}

/**
 * A rectangle, at full size, of a photo that `decodePhoto` has read; `left` and the others are whole numbers inside the
 * photo. Rejects with `DecodingTimeoutError` as `decodePhoto` does.
 */
export async function decodePart(
  bytes: Uint8Array,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Promise<Raster> {
  return toRaster(open(withEnd(bytes), false).autoOrient().extract(part));
}

const endOfJpeg = Buffer.from([0xff, 0xd9]);

/** The bytes; of a JPEG without an end marker a copy with one. */
function withEnd(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWithout = view[0] === 0xff && view[1] === 0xd8 && !view.includes(endOfJpeg);
  return isWithout ? Buffer.concat([view, endOfJpeg]) : bytes;
}

/** With `isEndAdded` a warning is an error, too: decoders only warn when rows are missing before an end marker. */
function open(bytes: Uint8Array, limitInputPixels: number | false, isEndAdded = false): Sharp {
  const failOn = isEndAdded ? 'warning' : 'error';
  // Read once from top to bottom, the pixels need not lie in memory twice: a sixth of the decoding time.
  return sharp(bytes, { limitInputPixels, failOn, pages: 1, sequentialRead: true });
}

async function toRaster(
  image: Sharp,
  seconds: number = usualPhotoLimits.decodingTimeoutSeconds,
): Promise<Raster> {
  const started = performance.now();
  const { data, info } = await image
    .timeout({ seconds })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: Error) => {
      // Not by the message: libvips keeps one for all threads, and the end of another photo's decoding empties it.
      if (performance.now() - started < seconds * 1_000) throw cause;
      throw new DecodingTimeoutError('The time for decoding is over', { cause });
    });
  return { width: info.width, height: info.height, pixels: toPixels(data, info.channels) };
}

/** The bytes as they are when they are red, green and blue; grey in all three of them otherwise. */
function toPixels(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data;
  const pixels = new Uint8Array((data.byteLength / channels) * 3);
  for (let i = 0, p = 0; i < pixels.length; i += 3, p += channels) {
    const red = data[p] as number;
    pixels[i] = red;
    pixels[i + 1] = channels < 3 ? red : (data[p + 1] as number);
    pixels[i + 2] = channels < 3 ? red : (data[p + 2] as number);
  }
  return pixels;
}
