import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { PhotoFormat } from '../../src/images/types.ts';

export const photoFormats: readonly PhotoFormat[] = ['jpeg', 'png', 'webp', 'avif'];

/** Words that stand in the metadata of `createPhoto` and must be nowhere in what is kept of it. */
export const privateWords = ['SecretCameraMaker', 'SN-4711-0815', 'Jane Photographer', 'secret-xmp-words'];

/** The GPS coordinates of `createPhoto` as EXIF stores them: degrees, minutes, seconds. */
const place = { latitude: '23/1 33/1 1234/100', longitude: '46/1 38/1 5678/100' };

export type PhotoOptions = {
  readonly format: PhotoFormat;
  readonly width?: number;
  readonly height?: number;
  readonly orientation?: number;
  readonly isProgressive?: boolean;
  readonly isLossless?: boolean;
  readonly hasAlpha?: boolean;
  readonly metadata?: boolean;
};

/** A photo of noise over a gradient, so that every pixel matters, with names, numbers and a place in its EXIF. */
export async function createPhoto(options: PhotoOptions): Promise<Buffer> {
  const { format, width = 96, height = 64, hasAlpha = false } = options;
  const channels = hasAlpha ? 4 : 3;
  const pixels = Buffer.alloc(width * height * channels);
  let state = 12345;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    pixels[at] = ((at / channels) % width) + ((state >> 16) & 0x3f);
  }
  let image = sharp(pixels, { raw: { width, height, channels } });
  if (options.metadata !== false) {
    image = image
      .withExif({
        IFD0: { Make: 'SecretCameraMaker', Artist: 'Jane Photographer' },
        IFD2: { BodySerialNumber: 'SN-4711-0815' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: place.latitude,
          GPSLongitudeRef: 'W',
          GPSLongitude: place.longitude,
        },
      })
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
          '<rdf:Description>secret-xmp-words</rdf:Description></rdf:RDF></x:xmpmeta>',
      )
      .withIccProfile('p3');
  }
  if (options.orientation !== undefined) image = image.withMetadata({ orientation: options.orientation });
  switch (format) {
    case 'jpeg':
      return image.jpeg({ progressive: options.isProgressive ?? false, quality: 90 }).toBuffer();
    case 'png':
      return image.png().toBuffer();
    case 'webp':
      return image.webp({ lossless: options.isLossless ?? false }).toBuffer();
    case 'avif':
      return image.avif({ effort: 0 }).toBuffer();
  }
}

/** A PNG of a given size in its header whose pixels are a few bytes of compressed nothing. */
export function createPngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with chunks put in right before its first IDAT. */
export function insertPngChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const at = png.indexOf('IDAT', 0, 'latin1') - 4;
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** A JPEG with a segment put in right behind SOI. */
export function insertJpegSegment(jpeg: Buffer, marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)]);
}

/** Two frames of different colour, as an animated GIF or WebP. */
export async function createAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frame = (value: number) =>
    sharp(Buffer.alloc(32 * 32 * 3, value), { raw: { width: 32, height: 32, channels: 3 } })
      .png()
      .toBuffer();
  return sharp([await frame(20), await frame(200)], { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}
