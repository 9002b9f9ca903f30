import { type Orientation, readOrientation, writeOrientation } from '../platform/exif-orientation.ts';
import { ImageError } from './errors.ts';
import { isProfilePart, joinProfile, maxJpegSegments, readJpegSegment, writeProfile } from './jpeg-header.ts';

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
