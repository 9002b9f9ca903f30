import { ImageError } from './errors.ts';
import type { PhotoDimensions } from './types.ts';

type Box = { readonly type: string; readonly start: number; readonly end: number };

/** Boxes read per level; a still photo has a few dozen at most. */
const maxBoxes = 1000;

/** True if the bytes begin with a file type box. The family member remains unknown. */
export function isIsoMedia(bytes: Buffer): boolean {
  return bytes.length >= 16 && bytes.toString('latin1', 4, 8) === 'ftyp';
}

/** The brands of the file type box, the major one first (ISO/IEC 14496-12, 4.3). */
export function readBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 16 + 4 * 64);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/**
 * The dimensions of the primary item of an AVIF, from its `ispe` property, and whether the file is a sequence.
 * Every `ispe` of the file is held to the limit, so that a tile, an alpha plane or a thumbnail cannot be larger
 * than the picture it belongs to: the largest one is returned where they differ from the primary's.
 *
 * NOT verified: that the AV1 bit stream has the size the container says; the decoder (libheif) refuses one that
 * is larger.
 */
export function readAvifHeader(bytes: Buffer): PhotoDimensions & { readonly largestPixels: number } {
  const top = readBoxes(bytes, 0, bytes.length);
  const brands = readBrands(bytes);
  const animated =
    brands.includes('avis') || brands.includes('msf1') || top.some((box) => box.type === 'moov');
  const meta = top.find((box) => box.type === 'meta');
  if (meta === undefined) {
    if (animated) return { width: 1, height: 1, animated, largestPixels: 1 };
    throw damaged();
  }
  const items = readBoxes(bytes, meta.start + 4, meta.end);
  const properties = items.find((box) => box.type === 'iprp');
  const primaryBox = items.find((box) => box.type === 'pitm');
  if (properties === undefined || primaryBox === undefined) throw damaged();
  const inner = readBoxes(bytes, properties.start, properties.end);
  const container = inner.find((box) => box.type === 'ipco');
  if (container === undefined) throw damaged();
  const sizes = readBoxes(bytes, container.start, container.end).map((box) => readExtents(bytes, box));
  const primary = readPrimaryId(bytes, primaryBox);
  for (const association of inner.filter((box) => box.type === 'ipma')) {
    const size = findProperty(bytes, association, primary, sizes);
    if (size !== undefined) {
      const areas = sizes.map((each) => (each === undefined ? 0 : each.width * each.height));
      return { ...size, animated, largestPixels: Math.max(...areas) };
    }
  }
  throw damaged();
}

/** The boxes between two offsets; throws when one reaches over the end or there are absurdly many. */
function readBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    let size = bytes.readUInt32BE(at);
    let start = at + 8;
    if (size === 1) {
      if (at + 16 > to) throw damaged();
      const large = bytes.readBigUInt64BE(at + 8);
      if (large > BigInt(to - at)) throw damaged();
      size = Number(large);
      start = at + 16;
    } else if (size === 0) {
      size = to - at;
    }
    const end = at + size;
    if (end < start || end > to || boxes.length >= maxBoxes) throw damaged();
    boxes.push({ type, start, end });
    at = end;
  }
  return boxes;
}

function readExtents(bytes: Buffer, box: Box): { width: number; height: number } | undefined {
  if (box.type !== 'ispe') return undefined;
  if (box.end - box.start < 12) throw damaged();
  return { width: bytes.readUInt32BE(box.start + 4), height: bytes.readUInt32BE(box.start + 8) };
}

function readPrimaryId(bytes: Buffer, box: Box): number {
  const isWide = bytes[box.start] !== 0;
  if (box.end - box.start < (isWide ? 8 : 6)) throw damaged();
  return isWide ? bytes.readUInt32BE(box.start + 4) : bytes.readUInt16BE(box.start + 4);
}

/** The first extents among the properties an `ipma` box gives to an item (ISO/IEC 23008-12, 9.3.1). */
function findProperty<T>(
  bytes: Buffer,
  box: Box,
  itemId: number,
  properties: readonly (T | undefined)[],
): T | undefined {
  let at = box.start;
  const read = (width: 1 | 2 | 4): number => {
    if (at + width > box.end) throw damaged();
    const value = bytes.readUIntBE(at, width);
    at += width;
    return value;
  };
  const version = read(1);
  read(1);
  const hasWideIndex = (read(2) & 1) === 1;
  const entries = read(4);
  for (let entry = 0; entry < entries; entry += 1) {
    const id = version < 1 ? read(2) : read(4);
    const associations = read(1);
    for (let n = 0; n < associations; n += 1) {
      const index = hasWideIndex ? read(2) & 0x7fff : read(1) & 0x7f;
      const property = index === 0 ? undefined : properties[index - 1];
      if (id === itemId && property !== undefined) return property;
    }
  }
  return undefined;
}

function damaged(): ImageError {
  return new ImageError('image_undecodable', { detail: 'The AVIF header is damaged.' });
}
