import { flatText, transformText, transformVectors } from './inverse-transform.ts';
import {
  blockBytes,
  blockOffsets,
  codeTable,
  coefficientsAt,
  endOfBlockStep,
  stateOffsets,
  zigzagAt,
} from './jpeg-addresses.ts';
import { repeat16 } from './vector-text.ts';

const refill = `
  (block
    (br_if 0 (i32.ge_s (local.get count) (i32.const 32)))
    (local.set bits (i64.or (local.get bits) (i64.shr_u
      (i64x2.extract_lane 0 (i8x16.swizzle
        (v128.load64_zero (local.get next))
        (v128.const 7 6 5 4 3 2 1 0 16 16 16 16 16 16 16 16)))
      (i64.extend_i32_u (local.get count)))))
    (local.set next (i32.add (local.get next)
      (i32.shr_s (i32.sub (i32.const 63) (local.get count)) (i32.const 3))))
    (local.set count (i32.or (local.get count) (i32.const 56))))`;

const firstBits = (length: string) =>
  `(i32.wrap_i64 (i64.shr_u (local.get bits) (i64.extend_i32_u (i32.sub (i32.const 64) ${length}))))`;

const takeBits = `
  (local.set bits (i64.shl (local.get bits) (i64.extend_i32_u (local.get size))))
  (local.set count (i32.sub (local.get count) (local.get size)))`;

/** Reads a code of the table and its value; goes to the end of the block that is `damaged` blocks out when there is none. */
const readValue = (damaged: number) => `
  ${refill}
  (local.set entry (i32.load (i32.add (local.get table)
    (i32.shl ${firstBits(`(i32.const ${codeTable.quickBits})`)} (i32.const 2)))))
  (block
    (br_if 0 (local.get entry))
    (local.set entry (i32.load (i32.add (i32.load offset=${codeTable.long} (local.get table))
      (i32.shl ${firstBits('(i32.const 16)')} (i32.const 2)))))
    (br_if ${damaged + 1} (i32.eqz (local.get entry))))
  (local.set size (i32.and (local.get entry) (i32.const 63)))
  ${takeBits}
  (local.set value (i32.shr_s (local.get entry) (i32.const 16)))
  (block
    (br_if 0 (i32.eqz (i32.and (local.get entry) (i32.const ${codeTable.followsBit}))))
    (local.set size (local.get value))
    (local.set value ${firstBits('(local.get size)')})
    ${takeBits}
    ;; A first bit of 0 says that the value is negative.
    (local.set value (i32.add (local.get value) (i32.and
      (i32.sub (i32.shr_s (local.get value) (i32.sub (local.get size) (i32.const 1))) (i32.const 1))
      (i32.sub (i32.const 1) (i32.shl (i32.const 1) (local.get size)))))))`;

const clearBlock = [0, 16, 32, 48, 64, 80, 96, 112]
  .map((offset) => `(v128.store offset=${coefficientsAt + offset} (i32.const 0) ${repeat16(0)})`)
  .join('\n');

/**
 * Reads and transforms "units" units of the picture: for each, the blocks listed from "blocks" to "blocksEnd". Stops
 * where the data are damaged or over. See `jpeg-addresses.ts`.
 */
export const readBlocksText = `
(func readBlocks
  (param state blocks blocksEnd units)
  (local count next block table at entry size value k out stride)
  (vector ${transformVectors})
  (long bits)
  (local.set bits (i64.load offset=${stateOffsets.bits} (local.get state)))
  (local.set count (i32.load offset=${stateOffsets.count} (local.get state)))
  (local.set next (i32.load offset=${stateOffsets.next} (local.get state)))
  (block
    (block
      (loop
        (local.set block (local.get blocks))
        (loop
          (br_if 2 (i32.lt_s
            (i32.load offset=${stateOffsets.end} (local.get state))
            (i32.sub (local.get next) (i32.const 8))))
          ${clearBlock}
          (local.set table (i32.load offset=${blockOffsets.dc} (local.get block)))
          ${readValue(2)}
          (local.set at (i32.load offset=${blockOffsets.last} (local.get block)))
          (local.set value (i32.add (local.get value) (i32.load (local.get at))))
          (i32.store (local.get at) (local.get value))
          (i32.store16 offset=${coefficientsAt} (i32.const 0) (local.get value))
          (local.set table (i32.load offset=${blockOffsets.ac} (local.get block)))
          (local.set k (i32.const 0))
          (loop
            ${readValue(3)}
            (local.set k (i32.add (local.get k)
              (i32.and (i32.shr_s (local.get entry) (i32.const 8)) (i32.const 255))))
            (i32.store16 offset=${coefficientsAt}
              (i32.shl (i32.load8_u offset=${zigzagAt} (local.get k)) (i32.const 1))
              (local.get value))
            (br_if 0 (i32.lt_s (local.get k) (i32.const 63))))
          ;; Only the end of the block goes that far; what ends between it and the last place is damaged.
          (br_if 2 (i32.and
            (i32.lt_s (i32.const 63) (local.get k))
            (i32.lt_s (local.get k) (i32.const ${endOfBlockStep}))))
          (local.set at (i32.load offset=${blockOffsets.factors} (local.get block)))
          (local.set out (i32.load offset=${blockOffsets.pixels} (local.get block)))
          (local.set stride (i32.load offset=${blockOffsets.stride} (local.get block)))
          (i32.store offset=${blockOffsets.pixels} (local.get block)
            (i32.add (local.get out) (i32.load offset=${blockOffsets.step} (local.get block))))
          (block
            (block
              (br_if 0 (i32.sub (local.get k) (i32.const ${endOfBlockStep})))
              ${flatText}
              (br 1))
            ${transformText})
          (br_if 0 (i32.lt_s
            (local.tee block (i32.add (local.get block) (i32.const ${blockBytes})))
            (local.get blocksEnd))))
        (br_if 0 (local.tee units (i32.sub (local.get units) (i32.const 1)))))
      (br 1))
    (i32.store offset=${stateOffsets.damaged} (local.get state) (i32.const 1)))
  (i64.store offset=${stateOffsets.bits} (local.get state) (local.get bits))
  (i32.store offset=${stateOffsets.count} (local.get state) (local.get count))
  (i32.store offset=${stateOffsets.next} (local.get state) (local.get next)))
`;
