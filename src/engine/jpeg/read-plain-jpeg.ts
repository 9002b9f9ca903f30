/** One colour of a JPEG: what it was coded with. */
export type JpegColour = {
  /** The factors of the 64 coefficients, in the order of the file. */
  readonly factors: Uint8Array;
  readonly dc: CodeLengths;
  readonly ac: CodeLengths;
};

/** The codes of a table: how many there are of each length from 1 to 16, and their symbols by rising code. */
export type CodeLengths = { readonly counts: Uint8Array; readonly symbols: Uint8Array };

/** A JPEG that {@link readPlainJpeg} takes. */
export type PlainJpeg = {
  readonly width: number;
  readonly height: number;
  /** True if both colours have half the width and height. */
  readonly hasHalfColours: boolean;
  /** Brightness, blue difference, red difference. */
  readonly colours: readonly [JpegColour, JpegColour, JpegColour];
  /** Units between two restart markers; 0 without them. */
  readonly restartUnits: number;
  /** Where the coded data begin. They go on to the end of the file, whose last marker ends them. */
  readonly dataStart: number;
};

const [marker, soi, eoi, sos, dht, dqt, dri, sof0] = [0xff, 0xd8, 0xd9, 0xda, 0xc4, 0xdb, 0xdd, 0xc0];
const [app0, app1, comment] = [0xe0, 0xe1, 0xfe];

type Frame = {
  readonly width: number;
  readonly height: number;
  readonly hasHalfColours: boolean;
  readonly factorTables: readonly number[];
};

/**
 * The tables of a JPEG as most software writes it: baseline, one scan, brightness and two colours of the same or half
 * the size, eight bits. Undefined for every other one, also when it is damaged or has anything that decides how its
 * pixels are to be seen: a colour profile, Adobe's transform, an EXIF orientation.
 */
export function readPlainJpeg(bytes: Uint8Array): PlainJpeg | undefined {
  if (bytes[0] !== marker || bytes[1] !== soi) return undefined;
  if (bytes[bytes.length - 2] !== marker || bytes[bytes.length - 1] !== eoi) return undefined;
  const factors: Uint8Array[] = [];
  const codes = new Map<number, CodeLengths>();
  let frame: Frame | undefined;
  let restartUnits = 0;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const kind = bytes[at + 1] as number;
    const end = at + 2 + word(bytes, at + 2);
    if (bytes[at] !== marker || end < at + 4 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at + 4, end);
    at = end;
    if (kind === sos) {
      const colours = frame && readScan(segment, frame, factors, codes);
      if (frame === undefined || colours === undefined) return undefined;
      const { width, height, hasHalfColours } = frame;
      return { width, height, hasHalfColours, colours, restartUnits, dataStart: end };
    }
    if (kind === sof0) {
      if (frame !== undefined) return undefined;
      frame = readFrame(segment);
      if (frame === undefined) return undefined;
    } else if (kind === dqt) {
      if (!readFactors(segment, factors)) return undefined;
    } else if (kind === dht) {
      if (!readCodes(segment, codes)) return undefined;
    } else if (kind === dri) {
      if (segment.length !== 2) return undefined;
      restartUnits = word(segment, 0);
    } else if (!isWithoutEffect(kind, segment)) return undefined;
  }
  return undefined;
}

/** JFIF, comments and what applications keep for themselves; but no EXIF, profile or transform. */
function isWithoutEffect(kind: number, segment: Uint8Array): boolean {
  if (kind === app1) return !startsWith(segment, 'Exif');
  return kind === app0 || kind === comment || (kind > 0xe2 && kind <= 0xef && kind !== 0xee);
}

function startsWith(segment: Uint8Array, text: string): boolean {
  return [...text].every((letter, index) => segment[index] === letter.charCodeAt(0));
}

function readFrame(segment: Uint8Array): Frame | undefined {
  if (segment.length !== 15 || segment[0] !== 8 || segment[5] !== 3) return undefined;
  const components = [6, 9, 12].map((start) => segment.subarray(start, start + 3));
  if (components.some(([id], index) => id !== index + 1)) return undefined;
  const [brightness, ...colours] = components.map(([, sampling]) => sampling);
  if (colours.some((sampling) => sampling !== 0x11)) return undefined;
  if (brightness !== 0x11 && brightness !== 0x22) return undefined;
  const [height, width] = [word(segment, 1), word(segment, 3)];
  if (height === 0 || width === 0) return undefined;
  return {
    width,
    height,
    hasHalfColours: brightness === 0x22,
    factorTables: components.map(([, , table]) => table as number),
  };
}

function readFactors(segment: Uint8Array, factors: Uint8Array[]): boolean {
  let at = 0;
  for (; at + 65 <= segment.length; at += 65) {
    const name = segment[at] as number;
    // An upper half of 1 says that each factor has two bytes.
    if (name > 3) return false;
    factors[name] = segment.subarray(at + 1, at + 65);
  }
  return at === segment.length;
}

function readCodes(segment: Uint8Array, codes: Map<number, CodeLengths>): boolean {
  let at = 0;
  while (at + 17 <= segment.length) {
    const name = segment[at] as number;
    const counts = segment.subarray(at + 1, at + 17);
    const end = at + 17 + counts.reduce((sum, count) => sum + count, 0);
    const symbols = segment.subarray(at + 17, end);
    if (end > segment.length || symbols.length > 256 || (name & 0xef) > 3 || !areCodes(counts)) return false;
    // A value takes at most fifteen bits, and a DC code says nothing but their number.
    if (symbols.some((symbol) => (name < 16 ? symbol > 15 : false))) return false;
    codes.set(name, { counts, symbols });
    at = end;
  }
  return at === segment.length;
}

/** True if there are so many codes of each length, of which none begins another and none is all ones. */
function areCodes(counts: Uint8Array): boolean {
  let next = 0;
  for (const [index, count] of counts.entries()) {
    next += count;
    if (next >= 2 ** (index + 1)) return false;
    next *= 2;
  }
  return true;
}

function readScan(
  segment: Uint8Array,
  { factorTables }: Frame,
  factors: readonly Uint8Array[],
  codes: ReadonlyMap<number, CodeLengths>,
): PlainJpeg['colours'] | undefined {
  if (segment.length !== 10 || segment[0] !== 3) return undefined;
  if (segment[7] !== 0 || segment[8] !== 63 || segment[9] !== 0) return undefined;
  const colours = factorTables.flatMap((table, index): JpegColour[] => {
    const [id, tables = 0] = segment.subarray(1 + 2 * index, 3 + 2 * index);
    const [dc, ac] = [codes.get(tables >> 4), codes.get(16 + (tables & 15))];
    const found = factors[table];
    if (id !== index + 1 || dc === undefined || ac === undefined || found === undefined) return [];
    return [{ factors: found, dc, ac }];
  });
  return colours.length === 3 ? (colours as unknown as PlainJpeg['colours']) : undefined;
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
}
