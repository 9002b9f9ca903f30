import { readOrientation, writeOrientation } from '../platform/exif-orientation.ts';
import { readSoundProfile } from './colour-profile.ts';
import { vp8xFlags, webpChunks } from './webp-header.ts';

const keptNames = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH']);

/**
 * A WebP without its metadata: picture, alpha and ICC profile byte for byte, and the orientation if it is not
 * upright. EXIF, XMP, unknown chunks and whatever follows the container go, and flags and sizes are set to
 * match. A colour profile that is broken or comes behind another goes. A photo whose end is missing keeps what there is of it.
 */
export function stripWebp(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let extended: Buffer | undefined;
  let exif: Buffer | undefined;
  let hasProfile = false;
  for (const chunk of webpChunks(bytes)) {
    const data = bytes.subarray(chunk.dataStart, chunk.dataEnd);
    if (chunk.name === 'VP8X') {
      if (extended !== undefined) continue;
      extended = Buffer.from(bytes.subarray(chunk.start, chunk.end));
      kept.push(extended);
    } else if (keptNames.has(chunk.name)) {
      kept.push(bytes.subarray(chunk.start, chunk.end));
    } else if (chunk.name === 'ICCP' && !hasProfile) {
      hasProfile = readSoundProfile(data) !== undefined;
      if (hasProfile) kept.push(bytes.subarray(chunk.start, chunk.end));
    } else if (chunk.name === 'EXIF') {
      exif ??= data;
    }
  }
  if (extended !== undefined) {
    const flags = extended[8]!;
    extended[8] = flags & ~(vp8xFlags.exif | vp8xFlags.xmp);
    if (!hasProfile) extended[8] &= ~vp8xFlags.profile;
    const orientation = exif === undefined ? 1 : readOrientation(withoutName(exif));
    if (orientation !== 1 && (flags & vp8xFlags.exif) !== 0) {
      extended[8] |= vp8xFlags.exif;
      kept.push(writeChunk('EXIF', writeOrientation(orientation)));
    }
  }
  const container = Buffer.alloc(12);
  container.write('RIFF', 0, 'latin1');
  container.writeUInt32LE(
    kept.reduce((sum, chunk) => sum + chunk.length, 4),
    4,
  );
  container.write('WEBP', 8, 'latin1');
  return Buffer.concat([container, ...kept]);
}

/** Some writers put JPEG's `Exif\0\0` before the TIFF structure, which WebP does not ask for. */
function withoutName(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/** For data of even length, which needs no padding byte. */
function writeChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}
