import { codeTable, endOfBlockStep } from './jpeg-addresses.ts';
import type { CodeLengths } from './read-plain-jpeg.ts';

const { quickBits, followsBit } = codeTable;
const [quickWords, allWords] = [2 ** quickBits, 2 ** 16];

/** Words of four bytes that the table of these codes takes. */
export function codeTableWords(codes: CodeLengths): number {
  return quickWords + 1 + allWords - firstLongCode(codes);
}

/** Writes the table of these codes, as `jpeg-addresses.ts` describes it, from a word of the memory on. */
export function fillCodeTable(
  memory: Int32Array,
  table: number,
  { counts, symbols }: CodeLengths,
  kind: 'dc' | 'ac',
): void {
  const longFrom = firstLongCode({ counts });
  // The word in which the entry for sixteen zeros would be.
  const long = table + quickWords + 1 - longFrom;
  memory.fill(0, table, long + allWords);
  memory[table + quickWords] = 4 * long;
  let [code, next] = [0, 0];
  for (let length = 1; length <= 16; length++) {
    for (let i = 0; i < (counts[length - 1] as number); i++, code++) {
      const symbol = symbols[next++] as number;
      const size = symbol & 15;
      const step = kind === 'dc' ? 0 : stepOf(symbol);
      const follows = length | (size > 0 ? followsBit : 0) | (step << 8) | (size << 16);
      if (length > quickBits) {
        const from = long + (code << (16 - length));
        memory.fill(follows, from, from + 2 ** (16 - length));
        continue;
      }
      const spare = quickBits - length;
      const from = table + (code << spare);
      if (size === 0 || size > spare) {
        memory.fill(follows, from, from + 2 ** spare);
        continue;
      }
      for (let rest = 0; rest < 2 ** spare; rest++) {
        const bits = rest >> (spare - size);
        const value = bits < 2 ** (size - 1) ? bits - 2 ** size + 1 : bits;
        memory[from + rest] = (length + size) | (step << 8) | (value << 16);
      }
    }
    code <<= 1;
  }
}

/** The sixteen bits that the first code of more than `quickBits` begins with, or those behind the last code. */
function firstLongCode({ counts }: Pick<CodeLengths, 'counts'>): number {
  let code = 0;
  for (let length = 1; length <= quickBits; length++) code = 2 * code + (counts[length - 1] as number);
  return code << (16 - quickBits);
}

/** A symbol is a number of zeros, and how many bits the value behind them has: without a value, sixteen zeros or the end. */
function stepOf(symbol: number): number {
  if ((symbol & 15) === 0 && symbol !== 0xf0) return endOfBlockStep;
  return (symbol >> 4) + 1;
}
