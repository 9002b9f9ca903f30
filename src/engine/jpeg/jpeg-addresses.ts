/*
 * Places and sizes in the memory of the JPEG decoder, for its loops and for those who call them.
 */

/**
 * The state of the bit reader, from its address on: the bits that were read but not used, left-aligned (8 bytes); how
 * many of them count; where the next ones are; where the data end; and 1 there once they were found damaged.
 */
export const stateOffsets = { bits: 0, count: 8, next: 12, end: 16, damaged: 20 } as const;

/**
 * A block of each unit of the picture, from its address on: where the DC value before stands, the tables of DC and AC
 * codes, the 64 factors, where its pixels go, from one row of them to the next, and from one unit to the next.
 */
export const blockOffsets = { last: 0, dc: 4, ac: 8, factors: 12, pixels: 16, stride: 20, step: 24 } as const;
export const blockBytes = 28;

/**
 * A table of codes: an entry of four bytes for each value of the next ten bits.
 *
 * | bits of the entry | |
 * |---|---|
 * | 0 to 5 | bits to take: those of the code, and those of its value when they fit into the ten as well |
 * | 6 | 1 if the value follows, in as many bits as the upper half says; otherwise the upper half is the value itself |
 * | 8 to 15 | places to go on in the block |
 * | 16 to 31 | see bit 6 |
 *
 * The entry of the beginning of a longer code is 0. At `long` stands the address at which the entry for sixteen zeros
 * would be, of a table for the next sixteen bits that begins where longer codes do. 0 in it: no such code.
 */
export const codeTable = { quickBits: 10, long: 4096, bytes: 4100, followsBit: 64 } as const;

/** Places that the end of a block goes on: more than any other code does. */
export const endOfBlockStep = 80;

/** Of the bit reader; of the place of each coefficient in its block, a byte each; and of the block. */
export const [stateAt, zigzagAt, coefficientsAt] = [0, 512, 768];

/** Bytes behind the data that the decoder may read: as many as a block can take. */
export const readAheadBytes = 320;
