import { readSoundProfile } from './colour-profile.ts';
import { ImageError } from './errors.ts';
import type { PhotoDimensions } from './types.ts';

/** A marker segment of a JPEG: the offsets are of its payload, after the two bytes of length. */
export type JpegSegment = { readonly marker: number; readonly start: number; readonly end: number };

const markers = { rst0: 0xd0, rst7: 0xd7, soi: 0xd8, eoi: 0xd9, sos: 0xda, app2: 0xe2, tem: 0x01 } as const;

/** SOF0 to SOF2: baseline, extended and progressive, all Huffman coded. The others decode nearly nowhere. */
const readableFrames = new Set([0xc0, 0xc1, 0xc2]);
const progressiveFrame = 0xc2;
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** The first bytes of a colour profile's part; its number and how many there are follow. */
const profileName = 'ICC_PROFILE\0';
const profileHeadBytes = profileName.length + 2;

/** Segments read before giving up; a photo full of metadata has a few hundred. */
export const maxJpegSegments = 10_000;

/** True if the bytes begin as a JPEG does: SOI and the first byte of another marker. */
export function isJpeg(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/**
 * The dimensions in the first frame header (ITU-T T.81, B.2.2), the colour profile, and how many scans the decoder
 * will read, counted up to `mostScans` and one more. A height of zero (left to a DNL marker) counts as undecodable.
 */
export function readJpegHeader(
  bytes: Buffer,
  mostScans: number,
): PhotoDimensions & { readonly scans: number; readonly profile: Buffer | undefined } {
  let frame: (PhotoDimensions & { readonly components: number; readonly isProgressive: boolean }) | undefined;
  const profileParts: Buffer[] = [];
  let offset = 2;
  for (let segments = 0; segments < maxJpegSegments; segments += 1) {
    const segment = readJpegSegment(bytes, offset);
    if (segment === undefined || segment.marker === markers.eoi) break;
    const { marker, start, end } = segment;
    if (marker === markers.sos) {
      if (frame === undefined) break;
      const { components, isProgressive, ...dimensions } = frame;
      // One scan with all of a baseline photo's components is all that is read: a further one is an error.
      const isWhole = !isProgressive && bytes[start] === components;
      const scans = isWhole ? 1 : countScans(bytes, end, mostScans);
      return { ...dimensions, scans, profile: joinProfile(profileParts) };
    }
    if (readableFrames.has(marker)) frame ??= readFrame(bytes, segment);
    if (otherFrames.has(marker)) {
      throw new ImageError('image_unsupported', {
        detail: 'Only baseline and progressive JPEG are supported.',
      });
    }
    if (isProfilePart(bytes, segment)) profileParts.push(bytes.subarray(start, end));
    offset = end;
  }
  throw new ImageError('image_undecodable', {
    detail: frame === undefined ? 'The JPEG has no frame header.' : 'The JPEG is damaged before its pixels.',
  });
}

function readFrame(bytes: Buffer, { marker, start, end }: JpegSegment) {
  if (end - start < 6) {
    throw new ImageError('image_undecodable', { detail: 'The JPEG frame header is cut off.' });
  }
  return {
    height: bytes.readUInt16BE(start + 1),
    width: bytes.readUInt16BE(start + 3),
    animated: false,
    components: bytes[start + 5]!,
    isProgressive: marker === progressiveFrame,
  };
}

/**
 * The number of scans that a decoder can find behind the first one's header. It follows what decoders take for a
 * marker, not the standard, so that no decoder finds more. It skips everything else, wherever it stands.
 */
function countScans(bytes: Buffer, from: number, most: number): number {
  let scans = 1;
  let at = from;
  while (at + 1 < bytes.length && scans <= most) {
    const marker = bytes[at] === 0xff ? bytes[at + 1]! : 0;
    if (marker === 0 || marker === 0xff) {
      at += 1;
    } else if (marker < 0xc0 || (marker >= markers.rst0 && marker <= markers.soi)) {
      at += 2;
    } else {
      if (marker === markers.eoi || at + 4 > bytes.length) break;
      if (marker === markers.sos) scans += 1;
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
  return scans;
}

/** True for a segment with a part of the colour profile. */
export function isProfilePart(bytes: Buffer, { marker, start, end }: JpegSegment): boolean {
  if (marker !== markers.app2 || end - start < profileHeadBytes) return false;
  return bytes.toString('latin1', start, start + profileName.length) === profileName;
}

/**
 * The profile of its parts, each with a name, its number and how many there are (ICC.1:2022, B.4), in any order. Of
 * parts with the same number the first counts. Undefined when a part is missing, and for what is no profile.
 */
export function joinProfile(parts: readonly Buffer[]): Buffer | undefined {
  const count = parts[0]?.[profileName.length + 1] ?? 0;
  const byNumber = new Map<number, Buffer>();
  for (const part of parts) {
    const number = part[profileName.length]!;
    if (!byNumber.has(number)) byNumber.set(number, part.subarray(profileHeadBytes));
  }
  const inOrder = Array.from({ length: count }, (_, index) => byNumber.get(index + 1));
  if (inOrder.includes(undefined)) return undefined;
  return readSoundProfile(Buffer.concat(inOrder as Buffer[]));
}

/** The segments of a profile, as `joinProfile` reads them. */
export function writeProfile(profile: Buffer): readonly Buffer[] {
  const mostBytes = 0xffff - 2 - profileHeadBytes;
  const count = Math.ceil(profile.length / mostBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * mostBytes, (index + 1) * mostBytes);
    const head = Buffer.alloc(4 + profileHeadBytes);
    head.writeUInt16BE(0xff00 | markers.app2, 0);
    head.writeUInt16BE(2 + profileHeadBytes + part.length, 2);
    head.write(profileName, 4, 'latin1');
    head.writeUInt8(index + 1, 4 + profileName.length);
    head.writeUInt8(count, 5 + profileName.length);
    return Buffer.concat([head, part]);
  });
}

/**
 * The first marker segment at or behind an offset where a marker is due, or undefined when there is none or its payload
 * does not fit the bytes. What stands before the marker is skipped, as decoders do: some cameras write a segment without
 * its marker. Markers without payload (SOI, EOI, RSTn, TEM) have `start === end`.
 */
export function readJpegSegment(bytes: Buffer, offset: number): JpegSegment | undefined {
  let at = bytes.indexOf(0xff, offset);
  while (at >= 0) {
    // Any number of fill bytes may stand before a marker's code.
    while (bytes[at] === 0xff) at += 1;
    if (bytes[at] !== 0x00) break;
    at = bytes.indexOf(0xff, at);
  }
  const marker = at < 0 ? undefined : bytes[at];
  if (marker === undefined) return undefined;
  at += 1;
  if ((marker >= markers.rst0 && marker <= markers.eoi) || marker === markers.tem) {
    return { marker, start: at, end: at };
  }
  if (at + 2 > bytes.length) return undefined;
  const end = at + bytes.readUInt16BE(at);
  if (end < at + 2 || end > bytes.length) return undefined;
  return { marker, start: at + 2, end };
}
