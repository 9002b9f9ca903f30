import { readSoundProfile } from './colour-profile.ts';
import { ImageError } from './errors.ts';
import type { PhotoDimensions } from './types.ts';

/** A RIFF chunk: `start` is where its name stands, `dataEnd` excludes the padding byte, `end` includes it. */
export type RiffChunk = {
  readonly name: string;
  readonly start: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
};

/** Chunks read before giving up; a still picture has at most half a dozen. */
const maxChunks = 1_000;

/** Bits of the first byte of a `VP8X` chunk (RFC 9649, section 2.7.1). */
export const vp8xFlags = { animation: 0x02, xmp: 0x04, exif: 0x08, profile: 0x20 } as const;

/** True if the bytes begin as a RIFF file of the form WEBP. */
export function isWebp(bytes: Buffer): boolean {
  return (
    bytes.length >= 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  );
}

/**
 * The dimensions and the animation flag of a WebP (RFC 9649, section 2). In the extended format the canvas and
 * the picture inside it must agree: a small canvas must not smuggle a large picture past the limits.
 */
export function readWebpHeader(bytes: Buffer): PhotoDimensions & { readonly profile: Buffer | undefined } {
  let canvas: { width: number; height: number } | undefined;
  let picture: { width: number; height: number } | undefined;
  let animated = false;
  let profile: Buffer | undefined;
  for (const chunk of webpChunks(bytes)) {
    if (chunk.name === 'VP8X' && canvas === undefined) {
      if (chunk.dataEnd - chunk.dataStart < 10) throw damaged();
      animated ||= (bytes[chunk.dataStart]! & vp8xFlags.animation) !== 0;
      canvas = {
        width: bytes.readUIntLE(chunk.dataStart + 4, 3) + 1,
        height: bytes.readUIntLE(chunk.dataStart + 7, 3) + 1,
      };
    } else if (chunk.name === 'ANIM' || chunk.name === 'ANMF') {
      animated = true;
    } else if (chunk.name === 'ICCP') {
      profile ??= readSoundProfile(bytes.subarray(chunk.dataStart, chunk.dataEnd));
    } else if (chunk.name === 'VP8 ' || chunk.name === 'VP8L') {
      const size = chunk.name === 'VP8 ' ? readLossySize(bytes, chunk) : readLosslessSize(bytes, chunk);
      picture = {
        width: Math.max(size.width, picture?.width ?? 0),
        height: Math.max(size.height, picture?.height ?? 0),
      };
    }
  }
  if (animated) return { ...(canvas ?? picture ?? { width: 1, height: 1 }), animated, profile };
  if (picture === undefined) throw damaged();
  if (canvas !== undefined && (canvas.width !== picture.width || canvas.height !== picture.height)) {
    throw damaged();
  }
  return { ...picture, animated, profile };
}

/** The chunks inside the RIFF container, in order. A cut-off last chunk ends where the container does. */
export function* webpChunks(bytes: Buffer): Generator<RiffChunk> {
  const containerEnd = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  let start = 12;
  for (let chunks = 0; start + 8 <= containerEnd; chunks += 1) {
    if (chunks === maxChunks) throw damaged();
    const dataStart = start + 8;
    const size = bytes.readUInt32LE(start + 4);
    const dataEnd = Math.min(dataStart + size, containerEnd);
    const end = Math.min(dataStart + size + (size & 1), containerEnd);
    yield { name: bytes.toString('latin1', start, start + 4), start, dataStart, dataEnd, end };
    start = end;
  }
}

/** RFC 6386, section 9.1: three bytes of frame tag, a start code, then 14 bits each and two of scaling. */
function readLossySize(bytes: Buffer, chunk: RiffChunk): { width: number; height: number } {
  const at = chunk.dataStart;
  if (chunk.dataEnd - at < 10) throw damaged();
  const isKeyFrame = (bytes[at]! & 1) === 0;
  if (!isKeyFrame || bytes[at + 3] !== 0x9d || bytes[at + 4] !== 0x01 || bytes[at + 5] !== 0x2a) {
    throw damaged();
  }
  return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
}

/** RFC 9649, section 3.4: a signature byte, then width and height less one in 14 bits each. */
function readLosslessSize(bytes: Buffer, chunk: RiffChunk): { width: number; height: number } {
  const at = chunk.dataStart;
  if (chunk.dataEnd - at < 5 || bytes[at] !== 0x2f) throw damaged();
  const bits = bytes.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function damaged(): ImageError {
  return new ImageError('image_undecodable', { detail: 'The WebP header is damaged.' });
}
