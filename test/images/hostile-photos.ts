import { deflateSync } from 'node:zlib';
import { createPngBomb, insertJpegSegment, insertPngChunks, pngChunk } from './photos.ts';

/**
 * A progressive grey JPEG that is sound and tiny, and makes a decoder go through all its blocks once for each scan:
 * those after the first say that nothing is there, in two bytes for 32,767 blocks.
 */
export function createScanBomb(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const quantities = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]));
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  // One code of one bit each: a difference of nothing, and a run of the greatest length without coefficients.
  const tables = [huffmanTable(0x00, 0x00), huffmanTable(0x10, 0xe0)];
  const first = Buffer.concat([scanHeader(0, 0, 0), Buffer.alloc(Math.ceil(blocks / 8))]);
  const runs = toEntropyCoded(`0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767)));
  const further = Buffer.concat([scanHeader(1, 63, 0), runs]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    quantities,
    segment(0xc2, frame),
    ...tables,
    first,
    ...Array.from({ length: scans - 1 }, () => further),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/**
 * An ICC profile for RGB with a list of processing elements (ICC.1:2022, 10.16), all of them the same matrix. A
 * decoder works through the list for each of the 35,937 colours of its table, whatever the photo's size.
 */
export function createCostlyProfile(elements: number): Buffer {
  const matrix = [0.5, 0.2, 0, 0, 0.5, 0.2, 0.2, 0, 0.5, 0.01, 0, 0];
  const element = Buffer.concat([tag('matf'), word(0), word(0x00030003), ...matrix.map(float)]);
  const head = Buffer.concat([tag('mpet'), word(0), word(0x00030003), word(elements)]);
  const positions = Array.from({ length: elements }, () =>
    Buffer.concat([word(head.length + 8 * elements), word(element.length)]),
  );
  const white = Buffer.concat([tag('XYZ '), word(0), word(0xf6d6), word(0x10000), word(0xd32d)]);
  return createProfile([
    ['wtpt', white],
    ['A2B0', white],
    ['D2B0', Buffer.concat([head, ...positions, element])],
  ]);
}

/** A profile for RGB with the tags that are given. */
export function createProfile(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x04300000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.set([0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d], 68);
  let at = header.length + 4 + 12 * tags.length;
  const directory = tags.map(([name, data]) => {
    const entry = Buffer.concat([tag(name), word(at), word(data.length)]);
    at += data.length;
    return entry;
  });
  header.writeUInt32BE(at, 0);
  return Buffer.concat([header, word(tags.length), ...directory, ...tags.map(([, data]) => data)]);
}

/** A JPEG with a profile in as many parts as it takes. */
export function insertJpegProfile(jpeg: Buffer, profile: Buffer, partBytes = 65_000): Buffer {
  const count = Math.ceil(profile.length / partBytes);
  let photo = jpeg;
  for (let part = count; part > 0; part -= 1) {
    const piece = profile.subarray((part - 1) * partBytes, part * partBytes);
    photo = insertJpegSegment(
      photo,
      0xe2,
      Buffer.concat([Buffer.from(`ICC_PROFILE\0`), Buffer.from([part, count]), piece]),
    );
  }
  return photo;
}

/** The `iCCP` chunk of a profile. */
export function pngProfile(profile: Buffer): Buffer {
  return pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), deflateSync(profile)]));
}

/** A lossless or lossy WebP in the simple format, made an extended one with a profile. */
export function insertWebpProfile(webp: Buffer, profile: Buffer, width: number, height: number): Buffer {
  const extended = Buffer.alloc(10);
  extended[0] = 0x20;
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', extended),
    riffChunk('ICCP', profile),
    webp.subarray(12),
  ]);
  return riffChunk('RIFF', body);
}

/** A small PNG with compressed texts of eight million letters each: what a decoder keeps of a photo's metadata. */
export function createTextBomb(texts: number): Buffer {
  const text = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(7_900_000, 65))]),
  );
  return insertPngChunks(createPngBomb(100, 100), ...Array.from({ length: texts }, () => text));
}

function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Coefficients from `first` to `last`; the bits of their values before and after. */
function scanHeader(first: number, last: number, approximation: number): Buffer {
  return segment(0xda, Buffer.from([1, 1, 0, first, last, approximation]));
}

function huffmanTable(place: number, symbol: number): Buffer {
  return segment(0xc4, Buffer.from([place, 1, ...Array<number>(15).fill(0), symbol]));
}

function toEntropyCoded(bits: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(byte);
    if (byte === 0xff) bytes.push(0);
  }
  return Buffer.from(bytes);
}

function tag(name: string): Buffer {
  return Buffer.from(name, 'latin1');
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes;
}
