import { lendPhotoMemory, type Raster } from '../raster.ts';
import { codeTableWords, fillCodeTable } from './fill-code-table.ts';
import {
  blockBytes,
  blockOffsets,
  coefficientsAt,
  readAheadBytes,
  stateAt,
  stateOffsets,
  zigzagAt,
} from './jpeg-addresses.ts';
import { JpegKernel } from './jpeg-kernel.ts';
import { type CodeLengths, type PlainJpeg, readPlainJpeg } from './read-plain-jpeg.ts';

/** Longer sides are left to the other decoder: the memory stays with the thread. So are slivers, which it enlarges otherwise. */
const [shortestSidePx, longestSidePx] = [8, 2048];

/** The place in its block of each coefficient, in the order of the file. */
const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

/** Addresses of the last DC values, 4 bytes each, of the list of blocks, and of the factors of three colours. */
const [lastAt, blocksAt, factorsAt] = [64, 128, 1024];

const kernel = new JpegKernel(lendPhotoMemory().kernel.memory);

/**
 * The pixels of a JPEG that is coded as most are ({@link readPlainJpeg}) and not damaged, bit for bit those of sharp;
 * undefined for every other one, under 8 pixels and above 2,048 on a side, and above `maxPixels`, width times height.
 * They lie where pyramids draw from (`lendPhotoMemory`). See docs/decisions/0196.
 */
export function decodePlainJpeg(bytes: Uint8Array, maxPixels: number): Raster | undefined {
  const jpeg = readPlainJpeg(bytes);
  if (jpeg === undefined) return undefined;
  const { width, height } = jpeg;
  if (Math.max(width, height) > longestSidePx || Math.min(width, height) < shortestSidePx) return undefined;
  if (width * height > maxPixels) return undefined;
  const lent = lendPhotoMemory();
  const layout = layOut(jpeg, lent.photoAt, bytes.length);
  lent.kernel.reserve(layout.end);
  const memory = lent.kernel.bytes;
  const segments = copyData(bytes, jpeg, memory, layout.data);
  if (segments === undefined) return undefined;
  const words = new Int32Array(memory.buffer);
  describe(jpeg, layout, words, memory);
  if (!decodeUnits(jpeg, layout, segments, words)) return undefined;
  return {
    width,
    height,
    pixels: memory.subarray(layout.pixels, layout.pixels + 3 * width * height),
    isLent: true,
  };
}

/** Where in the memory everything of one photo lies, and the sizes that follow from its own. */
type Layout = {
  /** Pixels on each side of a unit: a block of brightness, or two by two of them. */
  readonly unit: number;
  readonly unitsAcross: number;
  readonly unitsDown: number;
  /** Bytes from one row of brightness, and of a colour, to the next. */
  readonly strides: readonly [number, number, number];
  /** Where the bytes of brightness begin, two rows of units; and those of the colours, all of them. */
  readonly planes: readonly [number, number, number];
  /** Of the sums of a row of each colour. */
  readonly sums: readonly [number, number];
  /** Of the code tables, by what they are made of. */
  readonly tables: ReadonlyMap<CodeLengths, number>;
  readonly data: number;
  readonly pixels: number;
  readonly end: number;
};

function layOut(
  { width, height, hasHalfColours, colours }: PlainJpeg,
  photoAt: number,
  dataBytes: number,
): Layout {
  const unit = hasHalfColours ? 16 : 8;
  const [unitsAcross, unitsDown] = [Math.ceil(width / unit), Math.ceil(height / unit)];
  let next = photoAt;
  // Loops read and write some bytes more than a row has.
  const take = (bytes: number) => {
    const from = next;
    next += Math.ceil((bytes + 64) / 16) * 16;
    return from;
  };
  const pixels = take(3 * width * height);
  const tables = new Map<CodeLengths, number>();
  for (const codes of new Set(colours.flatMap(({ dc, ac }) => [dc, ac]))) {
    tables.set(codes, take(4 * codeTableWords(codes)));
  }
  const data = take(dataBytes + readAheadBytes);
  const strides = [unitsAcross * unit, unitsAcross * 8, unitsAcross * 8] as const;
  const planes = [
    take(strides[0] * 2 * unit),
    take(strides[1] * 8 * unitsDown),
    take(strides[2] * 8 * unitsDown),
  ] as const;
  // The first sum stands before its row once more.
  const sums = [take(2 * strides[1] + 32) + 16, take(2 * strides[2] + 32) + 16] as const;
  return { unit, unitsAcross, unitsDown, strides, planes, sums, tables, data, pixels, end: next };
}

/** A part of the data between two restart markers: where it begins and ends in the memory. */
type Segment = { readonly start: number; readonly end: number };

/**
 * Copies the coded data without the zeros that stand behind each byte of 255. Undefined when a marker is among them
 * that does not belong there.
 */
function copyData(
  bytes: Uint8Array,
  { dataStart, restartUnits }: PlainJpeg,
  memory: Uint8Array,
  target: number,
): Segment[] | undefined {
  const segments: Segment[] = [];
  const last = bytes.length - 2;
  let [from, out, start] = [dataStart, target, target];
  for (;;) {
    const at = bytes.indexOf(0xff, from);
    const code = bytes[at + 1] as number;
    // The byte of 255 itself belongs to the data when a zero follows.
    const until = code === 0 && at < last ? at + 1 : at;
    memory.set(bytes.subarray(from, until), out);
    out += until - from;
    from = at + 2;
    if (at < last && code === 0) continue;
    segments.push({ start, end: out });
    if (at === last) break;
    if (restartUnits === 0 || code !== 0xd0 + ((segments.length - 1) & 7)) return undefined;
    start = out;
  }
  memory.fill(0, out, out + readAheadBytes);
  return segments;
}

/** Writes the tables and the list of blocks. */
function describe({ colours }: PlainJpeg, layout: Layout, words: Int32Array, memory: Uint8Array): void {
  // Behind the end of a block stands what goes beyond: its end, which has no value.
  memory.fill(zigzag.length, zigzagAt, coefficientsAt);
  memory.set(zigzag, zigzagAt);
  for (const [index, { factors, dc, ac }] of colours.entries()) {
    const written = new Uint16Array(memory.buffer, factorsAt + 128 * index, 64);
    for (const [place, factor] of factors.entries()) written[zigzag[place] as number] = factor;
    for (const [kind, codes] of [
      ['dc', dc],
      ['ac', ac],
    ] as const) {
      fillCodeTable(words, (layout.tables.get(codes) as number) / 4, codes, kind);
    }
  }
  for (const [index, { colour }] of blocksOf(layout).entries()) {
    const block = (blocksAt + blockBytes * index) / 4;
    const { dc, ac } = colours[colour];
    words[block + blockOffsets.last / 4] = lastAt + 4 * colour;
    words[block + blockOffsets.dc / 4] = layout.tables.get(dc) as number;
    words[block + blockOffsets.ac / 4] = layout.tables.get(ac) as number;
    words[block + blockOffsets.factors / 4] = factorsAt + 128 * colour;
    words[block + blockOffsets.stride / 4] = layout.strides[colour];
    words[block + blockOffsets.step / 4] = colour === 0 ? layout.unit : 8;
  }
}

/** The blocks of a unit: which colour each is of, and where in its unit it stands. */
function blocksOf({ unit }: Layout) {
  const places = unit === 16 ? [0, 8] : [0];
  return [
    ...places.flatMap((y) => places.map((x) => ({ colour: 0, x, y }) as const)),
    { colour: 1, x: 0, y: 0 } as const,
    { colour: 2, x: 0, y: 0 } as const,
  ];
}

/** Reads one row of units after the other, and makes pixels of what is complete. False when the data are damaged. */
function decodeUnits(
  jpeg: PlainJpeg,
  layout: Layout,
  segments: readonly Segment[],
  words: Int32Array,
): boolean {
  const blocks = blocksOf(layout);
  const { unit, unitsAcross, unitsDown, strides, planes } = layout;
  const restartUnits = jpeg.restartUnits || unitsAcross * unitsDown;
  if (segments.length !== Math.ceil((unitsAcross * unitsDown) / restartUnits)) return false;
  let left = 0;
  let segment = 0;
  for (let row = 0; row < unitsDown; row++) {
    for (const [index, { colour, x, y }] of blocks.entries()) {
      // Two rows of units of brightness take turns: the last line of one waits for the colours below it.
      const top = colour === 0 ? (row & 1) * unit + y : 8 * row + y;
      words[(blocksAt + blockBytes * index + blockOffsets.pixels) / 4] =
        planes[colour] + top * strides[colour] + x;
    }
    for (let column = 0; column < unitsAcross; ) {
      if (left === 0) {
        const found = segments[segment++] as Segment;
        words.fill(0, stateAt / 4, stateAt / 4 + 8);
        words.fill(0, lastAt / 4, lastAt / 4 + 3);
        words[(stateAt + stateOffsets.next) / 4] = found.start;
        words[(stateAt + stateOffsets.end) / 4] = found.end;
        left = restartUnits;
      }
      const units = Math.min(left, unitsAcross - column);
      kernel.readBlocks(stateAt, blocksAt, blocksAt + blockBytes * blocks.length, units);
      if (words[(stateAt + stateOffsets.damaged) / 4] !== 0) return false;
      left -= units;
      column += units;
      const isLast = row === unitsDown - 1 && column === unitsAcross;
      if ((left === 0 || isLast) && !isUsedUp(words)) return false;
    }
    convertRows(jpeg, layout, row);
  }
  return true;
}

/** True if nothing is left of the data but what fills up the last byte. */
function isUsedUp(words: Int32Array): boolean {
  const of = (offset: number) => words[(stateAt + offset) / 4] as number;
  const leftBits = 8 * (of(stateOffsets.end) - of(stateOffsets.next)) + of(stateOffsets.count);
  return leftBits >= 0 && leftBits < 8;
}

/** Makes pixels of a row of units: of half colours but the last line, which needs the next row, and the one before. */
function convertRows({ width, height, hasHalfColours }: PlainJpeg, layout: Layout, row: number): void {
  const { unit, unitsDown, strides, planes, sums, pixels } = layout;
  const isLast = row === unitsDown - 1;
  const from = hasHalfColours ? Math.max(0, row * unit - 1) : row * unit;
  const until = Math.min(height, (row + 1) * unit - (hasHalfColours && !isLast ? 1 : 0));
  const [colourWidth, colourHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  for (let y = from; y < until; y++) {
    const brightness = planes[0] + (y % (2 * unit)) * strides[0];
    const out = pixels + 3 * width * y;
    if (!hasHalfColours) {
      kernel.convertWholeRow(brightness, planes[1] + y * strides[1], planes[2] + y * strides[2], width, out);
      continue;
    }
    const near = y >> 1;
    const far = Math.min(colourHeight - 1, Math.max(0, near + (y & 1 ? 1 : -1)));
    for (const colour of [1, 2] as const) {
      const [plane, stride] = [planes[colour], strides[colour]];
      kernel.sumRow(plane + near * stride, plane + far * stride, colourWidth, sums[colour - 1] as number);
    }
    kernel.convertHalfRow(brightness, sums[0], sums[1], width, out);
  }
}
