import sharp, { type Sharp } from 'sharp';
import type { Raster } from './raster.ts';

sharp.cache(false);
// One photo a worker at a time: the workers are the parallelism, as for the networks.
sharp.concurrency(1);

/** Longer sides are brought to this; a face that ends up small is read again at full size. */
const workingSizePx = 2048;
const limitInputPixels = 40_000_000;
/** What libvips calls JPEG, PNG, WebP and AVIF. It reads much else, SVG among it, that is not wanted here. */
const photoFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif']);
/** Ten times what the largest allowed photo takes. */
const decodingTimeoutSeconds = 20;

/** A photo ready to be searched, and how much of its own size it was reduced by. */
export type DecodedPhoto = {
  readonly raster: Raster;
  /** Size of the whole photo once upright, in pixels of its own. */
  readonly width: number;
  readonly height: number;
};

/** The photo's pixels cannot be read: damaged, cut short, too large, or no picture at all. */
export class UndecodablePhotoError extends Error {}

/**
 * The photo as 8-bit pixels, upright by its EXIF orientation, transparent parts on white, the first frame only.
 * Grey, CMYK and 16-bit photos and other colour spaces are converted to sRGB. Its longer side is brought to 2,048
 * pixels when it is greater: {@link decodePart} gives a part of it at full size.
 *
 * Rejects with `UndecodablePhotoError` for damaged or incomplete files, other formats than JPEG, PNG, WebP and
 * AVIF, and above 40 megapixels.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<DecodedPhoto> {
  try {
    const image = open(bytes);
    const { autoOrient, format } = await image.metadata();
    if (!photoFormats.has(format)) throw new Error(`${format} is no photo format`);
    const { width, height } = autoOrient;
    const oriented = image.autoOrient();
    const reduced =
      Math.max(width, height) > workingSizePx
        ? oriented.resize({ width: workingSizePx, height: workingSizePx, fit: 'inside' })
        : oriented;
    return { raster: await toRaster(reduced), width, height };
  } catch (cause) {
    throw new UndecodablePhotoError('The photo cannot be decoded', { cause });
  }
}

/** A rectangle of the upright photo at full size; `left` and the others are whole numbers inside the photo. */
export async function decodePart(
  bytes: Uint8Array,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Promise<Raster> {
  return toRaster(open(bytes).autoOrient().extract(part));
}

function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 });
}

async function toRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .timeout({ seconds: decodingTimeoutSeconds })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: toPixels(data, info.channels) };
}

/** The bytes as whole pixels, in place when they are RGBA already. */
function toPixels(data: Buffer, channels: number): Uint32Array {
  if (channels === 4 && data.byteOffset % 4 === 0) {
    return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  }
  const pixels = new Uint32Array(data.byteLength / channels);
  for (let i = 0, p = 0; i < pixels.length; i++, p += channels) {
    const red = data[p] as number;
    const [green, blue] = channels < 3 ? [red, red] : [data[p + 1] as number, data[p + 2] as number];
    pixels[i] = red | (green << 8) | (blue << 16);
  }
  return pixels;
}
