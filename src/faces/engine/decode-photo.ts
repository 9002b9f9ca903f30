import sharp, { type Sharp } from 'sharp';
import type { Raster } from './raster.ts';

sharp.cache(false);
// One photo a worker at a time: the workers are the parallelism, as for the networks.
sharp.concurrency(1);

/** Longer sides are brought to this; a face that ends up small is read again at full size. */
const workingSizePx = 2048;
const limitInputPixels = 40_000_000;
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
 * The photo as 8-bit RGB, upright by its EXIF orientation, transparent parts on white, the first frame only.
 * Grey, CMYK and 16-bit photos and other colour spaces are converted to sRGB. Its longer side is brought to 2,048
 * pixels when it is greater: {@link decodePart} gives a part of it at full size.
 *
 * Rejects with `UndecodablePhotoError` for damaged or incomplete files and above 40 megapixels.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<DecodedPhoto> {
  try {
    const image = open(bytes);
    const { autoOrient } = await image.metadata();
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
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return toRgb(data, info.width, info.height, info.channels);
}

function toRgb(data: Uint8Array, width: number, height: number, channels: number): Raster {
  if (channels === 3) return { width, height, data };
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0, p = 0; i < rgb.length; i += 3, p += channels) {
    rgb[i] = data[p] as number;
    rgb[i + 1] = data[channels === 1 ? p : p + 1] as number;
    rgb[i + 2] = data[channels === 1 ? p : p + 2] as number;
  }
  return { width, height, data: rgb };
}
