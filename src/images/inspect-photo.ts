import { isIsoMedia, readAvifHeader, readBrands } from './avif-header.ts';
import { refuseCostlyProfile } from './colour-profile.ts';
import { ImageError } from './errors.ts';
import { isJpeg, readJpegHeader } from './jpeg-header.ts';
import { isPng, readPngHeader } from './png-header.ts';
import type { PhotoDimensions, PhotoFormat, PhotoInfo } from './types.ts';
import { isWebp, readWebpHeader } from './webp-header.ts';

const defaultMaxPixels = 40_000_000;

/**
 * Pixels for each byte at most, beyond the first so many pixels. Photos have 5 to 100; an empty picture of a few bytes
 * costs a decoder as much as a full one.
 */
const mostPixelsPerByte = 1_000;
const freePixels = 2_000_000;

/** Scans of a JPEG at most; encoders write up to 18, for four colours. */
const maxScans = 100;
/** A decoder goes through all pixels for each scan: all of them together may go through this many times `maxPixels`. */
const maxScansOfLargest = 20;

const contentTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
} as const satisfies Record<PhotoFormat, PhotoInfo['contentType']>;

/**
 * The format and dimensions of a photo, from its first bytes and its header alone, without decoding a pixel. It is
 * safe and fast on untrusted bytes. It ignores the declared media type and the file name.
 *
 * Throws `ImageError`: `image_unsupported` for anything but a still JPEG, PNG, WebP or AVIF (animations, GIF, SVG and
 * web pages included), `image_too_large` over `maxPixels` (width times height, 40 million unless given) and over 1,000 pixels for each byte,
 * `image_undecodable` for a broken header, a side of zero, or a JPEG of more scans than decoders can go through in a
 * short time (100, or 20 times `maxPixels` by the photo's pixels), `image_unsupported` too for a colour profile that
 * can take any time to apply. NOT verified: the pixels; a photo that passes can still be cut off or damaged, which
 * only its decoder finds, and the colour profile of an AVIF.
 *
 * @example
 * const { contentType, width, height } = inspectPhoto(bytes);
 */
export function inspectPhoto(bytes: Uint8Array, options: { readonly maxPixels?: number } = {}): PhotoInfo {
  const maxPixels = options.maxPixels ?? defaultMaxPixels;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { format, header } = readHeader(view);
  if (header.animated) {
    throw new ImageError('image_unsupported', { detail: 'Animations are not accepted, only still photos.' });
  }
  if (header.width === 0 || header.height === 0) {
    throw new ImageError('image_undecodable', { detail: 'The width or height of the image is 0.' });
  }
  const pixels = Math.max(header.width * header.height, header.largestPixels ?? 0);
  if (pixels > maxPixels) {
    throw new ImageError('image_too_large', {
      detail: `The image has more than ${Math.floor(maxPixels / 1e6)} megapixels.`,
    });
  }
  if (pixels > Math.max(freePixels, mostPixelsPerByte * bytes.byteLength)) {
    throw new ImageError('image_too_large', {
      detail: 'The image has more pixels than a photo of so few bytes can have.',
    });
  }
  const { scans = 1, profile } = header;
  if (scans > maxScans || scans * header.width * header.height > maxScansOfLargest * maxPixels) {
    throw new ImageError('image_undecodable', { detail: 'The JPEG has too many scans.' });
  }
  if (profile !== undefined) refuseCostlyProfile(profile);
  return { format, contentType: contentTypes[format], width: header.width, height: header.height };
}

type Header = PhotoDimensions & {
  readonly largestPixels?: number;
  /** Of a JPEG. */
  readonly scans?: number;
  readonly profile?: Buffer | undefined;
};

function readHeader(bytes: Buffer): { format: PhotoFormat; header: Header } {
  if (isJpeg(bytes)) return { format: 'jpeg', header: readJpegHeader(bytes, maxScans) };
  if (isPng(bytes)) return { format: 'png', header: readPngHeader(bytes) };
  if (isWebp(bytes)) return { format: 'webp', header: readWebpHeader(bytes) };
  if (isIsoMedia(bytes)) {
    const brands = readBrands(bytes);
    if (brands.includes('avif') || brands.includes('avis')) {
      return { format: 'avif', header: readAvifHeader(bytes) };
    }
    throw new ImageError('image_unsupported', { detail: describeIsoMedia(brands) });
  }
  throw new ImageError('image_unsupported', { detail: describeOther(bytes) });
}

/** Brands of pictures whose pixels are coded as HEVC (ISO/IEC 23008-12, annex B); `mif1` and `msf1` are of any coding. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

function describeIsoMedia(brands: readonly string[]): string {
  if (!brands.some((brand) => heicBrands.includes(brand))) return 'Videos are not accepted.';
  return (
    'HEIC is not accepted. Send a JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible; ' +
    'in a web page draw the photo on a canvas and export it with toBlob as image/jpeg; in an iOS app use jpegData.'
  );
}

/** Names the usual mistakes, so that an app's developer sees at once what was sent. */
function describeOther(bytes: Buffer): string {
  if (bytes.length === 0) return 'The image is empty.';
  const start = bytes.toString('latin1', 0, 512).trimStart().toLowerCase();
  if (start.startsWith('gif8')) return 'GIF is not accepted.';
  if (start.startsWith('<!doctype html') || start.startsWith('<html'))
    return 'This is a web page, not an image.';
  if (start.includes('<svg')) return 'SVG is not accepted.';
  if (start.startsWith('%pdf')) return 'PDF is not accepted.';
  return 'The bytes are not those of a JPEG, PNG, WebP or AVIF.';
}
