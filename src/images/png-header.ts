import { inflateSync } from 'node:zlib';
import { maxProfileBytes, readSoundProfile } from './colour-profile.ts';
import { ImageError } from './errors.ts';
import type { PhotoDimensions } from './types.ts';

/** A chunk of a PNG: `start` is where its length field stands, `data` its payload, `end` after its CRC. */
export type PngChunk = {
  readonly type: string;
  readonly start: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
};

/** Chunks read before giving up; 10 MB of pixels in the smallest usual pieces are a tenth of it. */
export const maxPngChunks = 50_000;

export const pngSignature: Buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function isPng(bytes: Buffer): boolean {
  return bytes.length >= 8 && bytes.subarray(0, 8).equals(pngSignature);
}

/**
 * The dimensions in IHDR, and whether an `acTL` chunk before the pixels announces an animation (PNG third
 * edition, 11.2.1 and 11.3.6.1), and its colour profile. CRCs are left to the decoder.
 */
export function readPngHeader(bytes: Buffer): PhotoDimensions & { readonly profile: Buffer | undefined } {
  const header = readPngChunk(bytes, 8);
  if (header?.type !== 'IHDR' || header.dataEnd - header.dataStart !== 13) {
    throw new ImageError('image_undecodable', { detail: 'The PNG has no header.' });
  }
  let animated = false;
  let profile: Buffer | undefined;
  let chunk = readPngChunk(bytes, header.end);
  for (let chunks = 0; chunk !== undefined && chunks < maxPngChunks; chunks += 1) {
    if (chunk.type === 'IDAT' || chunk.type === 'IEND') break;
    if (chunk.type === 'iCCP') {
      profile ??= readPngProfile(bytes, chunk);
    }
    animated ||= chunk.type === 'acTL' || chunk.type === 'fcTL';
    chunk = readPngChunk(bytes, chunk.end);
  }
  if (chunk?.type !== 'IDAT' && !animated) {
    throw new ImageError('image_undecodable', { detail: 'The PNG has no pixels.' });
  }
  return {
    width: bytes.readUInt32BE(header.dataStart),
    height: bytes.readUInt32BE(header.dataStart + 4),
    animated,
    profile,
  };
}

/**
 * The profile of an `iCCP` chunk: a name, a zero, the compression method, then the compressed profile (11.3.2.3).
 * Undefined for a broken one, which decoders leave aside. Throws `image_unsupported` for more than 4 MB.
 */
export function readPngProfile(bytes: Buffer, { dataStart, dataEnd }: PngChunk): Buffer | undefined {
  const data = bytes.subarray(dataStart, dataEnd);
  try {
    const profile = inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxProfileBytes });
    return readSoundProfile(profile);
  } catch (cause) {
    if (cause instanceof RangeError) {
      const detail = 'The colour profile of the PNG is too large.';
      throw new ImageError('image_unsupported', { detail, cause });
    }
    return undefined;
  }
}

/** The chunk at an offset; undefined at the end of the bytes. A cut-off chunk ends where the bytes end. */
export function readPngChunk(bytes: Buffer, start: number): PngChunk | undefined {
  if (start + 8 > bytes.length) return undefined;
  const dataStart = start + 8;
  const dataEnd = dataStart + bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, dataStart);
  return {
    type,
    start,
    dataStart,
    dataEnd: Math.min(dataEnd, bytes.length),
    end: Math.min(dataEnd + 4, bytes.length),
  };
}
