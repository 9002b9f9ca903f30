import { ImageError } from './errors.ts';
import type { PhotoDimensions } from './types.ts';

/** A marker segment of a JPEG: the offsets are of its payload, after the two bytes of length. */
export type JpegSegment = { readonly marker: number; readonly start: number; readonly end: number };

const markers = { rst0: 0xd0, rst7: 0xd7, soi: 0xd8, eoi: 0xd9, sos: 0xda, tem: 0x01 } as const;

/** SOF0 to SOF2: baseline, extended and progressive, all Huffman coded. The others decode nearly nowhere. */
const readableFrames = new Set([0xc0, 0xc1, 0xc2]);
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Segments read before giving up; a photo full of metadata has a few hundred. */
export const maxJpegSegments = 10_000;

/** Whether the bytes begin as a JPEG does: SOI and the first byte of another marker. */
export function isJpeg(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/**
 * The dimensions in the first frame header (ITU-T T.81, B.2.2). A height of zero (left to a DNL marker) counts
 * as undecodable.
 */
export function readJpegHeader(bytes: Buffer): PhotoDimensions {
  let offset = 2;
  for (let segments = 0; segments < maxJpegSegments; segments += 1) {
    const segment = readJpegSegment(bytes, offset);
    if (segment === undefined || segment.marker === markers.sos || segment.marker === markers.eoi) {
      break;
    }
    if (readableFrames.has(segment.marker)) {
      if (segment.end - segment.start < 6) {
        throw new ImageError('image_undecodable', { detail: 'The JPEG frame header is cut off.' });
      }
      return {
        height: bytes.readUInt16BE(segment.start + 1),
        width: bytes.readUInt16BE(segment.start + 3),
        animated: false,
      };
    }
    if (otherFrames.has(segment.marker)) {
      throw new ImageError('image_unsupported', { detail: 'Only baseline and progressive JPEG are read.' });
    }
    offset = segment.end;
  }
  throw new ImageError('image_undecodable', { detail: 'The JPEG has no frame header.' });
}

/**
 * The marker segment at an offset where a marker is due, or undefined when there is none or its payload does
 * not fit the bytes. Markers without payload (SOI, EOI, RSTn, TEM) have `start === end`.
 */
export function readJpegSegment(bytes: Buffer, offset: number): JpegSegment | undefined {
  if (bytes[offset] !== 0xff) return undefined;
  let at = offset + 1;
  // Any number of fill bytes may stand before a marker's code.
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at];
  at += 1;
  if (marker === undefined || marker === 0x00) return undefined;
  if ((marker >= markers.rst0 && marker <= markers.eoi) || marker === markers.tem) {
    return { marker, start: at, end: at };
  }
  if (at + 2 > bytes.length) return undefined;
  const end = at + bytes.readUInt16BE(at);
  if (end < at + 2 || end > bytes.length) return undefined;
  return { marker, start: at + 2, end };
}
