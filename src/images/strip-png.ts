import { crc32 } from 'node:zlib';
import { readOrientation, writeOrientation } from '../platform/exif-orientation.ts';
import { ImageError } from './errors.ts';
import { maxPngChunks, pngSignature, readPngChunk, readPngProfile } from './png-header.ts';

/** The chunks that decide what the pixels look like (PNG third edition, 11.2 and 11.3.1 to 11.3.2). */
const keptTypes = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT']);

/**
 * A PNG without its metadata: the critical chunks and those of colour byte for byte, and the orientation if it
 * is not upright. Text, times, EXIF, private chunks and whatever follows IEND go, and so do colour profiles that are
 * broken or come behind another. A photo whose end is missing keeps what there is of it.
 */
export function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [pngSignature];
  let isOriented = false;
  let hasProfile = false;
  let chunk = readPngChunk(bytes, pngSignature.length);
  for (let chunks = 0; chunk !== undefined; chunks += 1) {
    if (chunks === maxPngChunks) {
      throw new ImageError('image_undecodable', { detail: 'The PNG has too many chunks.' });
    }
    if (chunk.type === 'iCCP') {
      const isKept: boolean = !hasProfile && readPngProfile(bytes, chunk) !== undefined;
      if (isKept) kept.push(bytes.subarray(chunk.start, chunk.end));
      hasProfile ||= isKept;
    } else if (keptTypes.has(chunk.type)) {
      kept.push(bytes.subarray(chunk.start, chunk.end));
    } else if (chunk.type === 'eXIf') {
      const orientation = readOrientation(bytes.subarray(chunk.dataStart, chunk.dataEnd));
      if (orientation !== 1 && !isOriented) {
        kept.push(writeChunk('eXIf', writeOrientation(orientation)));
        isOriented = true;
      }
    } else if (/^[A-Z]/.test(chunk.type)) {
      throw new ImageError('image_undecodable', {
        detail: 'The PNG has a critical chunk of an unknown kind.',
      });
    }
    if (chunk.type === 'IEND') break;
    chunk = readPngChunk(bytes, chunk.end);
  }
  return Buffer.concat(kept);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
