import { crc32 } from 'node:zlib';
import { type Orientation, readOrientation, writeOrientation } from '../platform/exif-orientation.ts';
import { readSoundProfile } from './colour-profile.ts';
import type { PhotoSender } from './conversion-turns.ts';
import { ImageError } from './errors.ts';
import { isProfilePart, joinProfile, maxJpegSegments, readJpegSegment, writeProfile } from './jpeg-header.ts';
import type { PhotoConverter } from './photo-converter.ts';
import { maxPngChunks, pngSignature, readPngChunk, readPngProfile } from './png-header.ts';
import type { CleanPhoto, PhotoInfo } from './types.ts';
import { vp8xFlags, webpChunks } from './webp-header.ts';

/**
 * A photo without its metadata: no place, no device, no serial numbers, no thumbnail, no comments, nothing
 * behind the end of the image. JPEG, PNG and WebP lose nothing else: their compressed pixels stay byte for byte,
 * with the colour profile and the orientation. AVIF, whose metadata is woven into its structure, becomes an
 * upright JPEG of quality 95 in sRGB; its pixels differ slightly from what was received.
 *
 * `info` is what `inspectPhoto` said of the same bytes; the returned one describes the returned bytes. Throws
 * `image_undecodable` when the structure behind the header is broken, and what the converter rejects with. NOT removed: text inside an ICC profile,
 * and anything drawn or hidden in the pixels.
 *
 * See docs/decisions/0011.
 */
export async function stripMetadata(
  converter: PhotoConverter,
  bytes: Uint8Array,
  info: PhotoInfo,
  sender: PhotoSender,
): Promise<CleanPhoto> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (info.format) {
    case 'jpeg':
      return { bytes: stripJpeg(view), info };
    case 'png':
      return { bytes: stripPng(view), info };
    case 'webp':
      return { bytes: stripWebp(view), info };
    case 'avif':
      return converter.convert(bytes, info, sender);
  }
}

/** The chunks that decide what the pixels look like (PNG third edition, 11.2 and 11.3.1 to 11.3.2). */
const keptTypes = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT']);

/**
 * A PNG without its metadata: the critical chunks and those of colour byte for byte, and the orientation if it
 * is not upright. Text, times, EXIF, private chunks and whatever follows IEND go, and so do colour profiles that are
 * broken or come behind another. A photo whose end is missing keeps what there is of it.
 */
function stripPng(bytes: Buffer): Buffer {
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

const keptNames = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH']);

/**
 * A WebP without its metadata: picture, alpha and ICC profile byte for byte, and the orientation if it is not
 * upright. EXIF, XMP, unknown chunks and whatever follows the container go, and flags and sizes are set to
 * match. A colour profile that is broken or comes behind another goes. A photo whose end is missing keeps what there is of it.
 */
function stripWebp(bytes: Buffer): Buffer {
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
      kept.push(writeWebpChunk('EXIF', writeOrientation(orientation)));
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
function writeWebpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

const eoi = 0xd9;
const sos = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app14 = 0xee;

/** Frames whose scans go through all coefficients at once. */
const sequentialFrames = [0xc0, 0xc1];
/** The parameters of their scans (ITU-T T.81, table B.3), which decoders take for granted. */
const sequentialParameters = Buffer.from([0, 63, 0]);

/**
 * A JPEG without its metadata: the tables, frames and scans byte for byte, the JFIF header without its
 * thumbnail, the ICC profile, Adobe's colour transform, and the orientation if it is not upright. Everything
 * else goes (EXIF, XMP, IPTC, maker notes, comments, multi-picture indexes), and so do bytes between segments and
 * whatever follows the end of the image. The parts of the profile are put in order; a profile that is none, or lacks a
 * part, goes. A photo whose end is missing keeps what there is of it.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const before: Buffer[] = [bytes.subarray(0, 2)];
  const kept: Buffer[] = [];
  const profileParts: Buffer[] = [];
  let profileAt = 0;
  let orientation: Orientation | undefined;
  let isSequential = false;
  let offset = 2;
  for (let segments = 0; offset < bytes.length; segments += 1) {
    const segment = readJpegSegment(bytes, offset);
    if (segment === undefined || segments === maxJpegSegments) {
      throw new ImageError('image_undecodable', { detail: 'The JPEG is damaged behind its header.' });
    }
    const { marker, start, end } = segment;
    // Payloads stand four bytes behind their marker; fill bytes before it are not worth keeping.
    const whole = bytes.subarray(start === end ? start - 2 : start - 4, end);
    const payload = bytes.subarray(start, end);
    offset = end;
    if (marker === eoi) {
      kept.push(whole);
      break;
    }
    if (marker === sos) {
      offset = findScanEnd(bytes, end);
      kept.push(...writeScan(bytes.subarray(start - 4, offset), end - start, isSequential));
    } else if (marker === app0) {
      if (hasName(payload, 'JFIF\0') && payload.length >= 14) before.push(withoutThumbnail(payload));
    } else if (marker === app1) {
      if (orientation === undefined && hasName(payload, 'Exif\0')) {
        orientation = readOrientation(payload.subarray(6));
      }
    } else if (isProfilePart(bytes, segment)) {
      if (profileParts.length === 0) profileAt = kept.length;
      profileParts.push(payload);
    } else if (!isMetadata(marker) || isColourTransform(marker, payload)) {
      isSequential ||= sequentialFrames.includes(marker);
      kept.push(whole);
    }
  }
  const profile = joinProfile(profileParts);
  if (profile !== undefined) kept.splice(profileAt, 0, ...writeProfile(profile));
  if (orientation !== undefined && orientation !== 1) before.push(orientationSegment(orientation));
  return Buffer.concat([...before, ...kept]);
}

function isMetadata(marker: number): boolean {
  const isComment = marker === 0xfe;
  const isReserved = marker >= 0xf0 && marker <= 0xfd;
  return isComment || isReserved || (marker >= app0 && marker <= 0xef);
}

function isColourTransform(marker: number, payload: Buffer): boolean {
  return marker === app14 && hasName(payload, 'Adobe') && payload.length === 12;
}

function hasName(payload: Buffer, name: string): boolean {
  return payload.length >= name.length && payload.toString('latin1', 0, name.length) === name;
}

function withoutThumbnail(jfif: Buffer): Buffer {
  const segment = Buffer.alloc(18);
  segment.writeUInt16BE(0xff00 | app0, 0);
  segment.writeUInt16BE(16, 2);
  jfif.copy(segment, 4, 0, 12);
  return segment;
}

function orientationSegment(orientation: Orientation): Buffer {
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), writeOrientation(orientation)]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 | app1, 0);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** A scan; `scan` begins with its marker, and its header has `headerBytes` behind the length. */
function writeScan(scan: Buffer, headerBytes: number, isSequential: boolean): readonly Buffer[] {
  const end = 4 + headerBytes;
  const from = end - sequentialParameters.length;
  const isUsual = !isSequential || headerBytes < 6 || scan.subarray(from, end).equals(sequentialParameters);
  return isUsual ? [scan] : [scan.subarray(0, from), sequentialParameters, scan.subarray(end)];
}

/** Where the entropy-coded data of a scan ends: at the first marker that is neither stuffing nor a restart. */
function findScanEnd(bytes: Buffer, from: number): number {
  const end = bytes.length;
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < end - 1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return end;
}
