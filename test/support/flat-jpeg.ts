/** A picture of flat blocks: 4:2:0, with a restart marker after every so many units of 16 x 16 pixels (0: none). */
export type FlatPicture = {
  readonly width: number;
  readonly height: number;
  readonly restartUnits: number;
  /** Draws the brightness and colours of the blocks. */
  readonly random: () => number;
};

const blocksOfUnit = [0, 0, 0, 0, 1, 2] as const;
/** Codes of four bits for values of 0 to 8 bits, and one of one bit for the end of a block. */
const dcSymbols = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The JPEG of a picture that no encoder here can write: ITU-T T.81, annexes B and F. */
export function writeFlatJpeg({ width, height, restartUnits, random }: FlatPicture): Buffer {
  const word = (value: number) => [value >> 8, value & 255];
  const segment = (marker: number, content: readonly number[]) => [
    0xff,
    marker,
    ...word(content.length + 2),
    ...content,
  ];
  const lengths = (length: number, count: number) =>
    Array.from({ length: 16 }, (_, i) => (i + 1 === length ? count : 0));
  const units = Math.ceil(width / 16) * Math.ceil(height / 16);
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array(64).fill(16)]),
    ...segment(0xc0, [8, ...word(height), ...word(width), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
    ...segment(0xc4, [0, ...lengths(4, dcSymbols.length), ...dcSymbols]),
    ...segment(0xc4, [0x10, ...lengths(1, 1), 0]),
    ...(restartUnits > 0 ? segment(0xdd, word(restartUnits)) : []),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    ...writeUnits(units, restartUnits, random),
    ...[0xff, 0xd9],
  ]);
}

function writeUnits(units: number, restartUnits: number, random: () => number): number[] {
  const bytes: number[] = [];
  let bits = '';
  const flush = () => {
    bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
    for (const [byte] of bits.matchAll(/.{8}/g)) {
      const value = Number.parseInt(byte, 2);
      bytes.push(value, ...(value === 255 ? [0] : []));
    }
    bits = '';
  };
  let last = [0, 0, 0];
  for (let unit = 0; unit < units; unit++) {
    if (restartUnits > 0 && unit > 0 && unit % restartUnits === 0) {
      flush();
      bytes.push(0xff, 0xd0 + ((unit / restartUnits - 1) & 7));
      last = [0, 0, 0];
    }
    for (const colour of blocksOfUnit) {
      const value = Math.floor(random() * 100) - 50;
      const difference = value - (last[colour] as number);
      last[colour] = value;
      const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
      bits += size.toString(2).padStart(4, '0');
      const coded = difference < 0 ? difference + 2 ** size - 1 : difference;
      if (size > 0) bits += coded.toString(2).padStart(size, '0');
      bits += '0';
    }
  }
  flush();
  return bytes;
}
