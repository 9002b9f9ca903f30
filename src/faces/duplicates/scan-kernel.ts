import { compileWasm, WasmKernel } from '../../platform/assemble-wasm.ts';

/** `acc` plus the products of 16 signed bytes and 16 values of 0 to 48, in four sums. */
type Dot = (signed: string, small: string, acc: string) => string;

/** One instruction where the processor has it; part of WebAssembly 3.0. */
const relaxedDot: Dot = (signed, small, acc) =>
  `(i32x4.relaxed_dot_i8x16_i7x16_add_s ${signed} ${small} ${acc})`;

/** The same by what every engine with vectors has: twice 127 times 48 stays inside 16 bits. */
const plainDot: Dot = (signed, small, acc) => `(i32x4.add ${acc} (i32x4.extadd_pairwise_i16x8_s (i16x8.add
  (i16x8.extmul_low_i8x16_s ${signed} ${small})
  (i16x8.extmul_high_i8x16_s ${signed} ${small}))))`;

const bits = (mask: number) => `(v128.const ${Array(16).fill(mask).join(' ')})`;
const masked = (mask: number) => `(v128.and (local.get code) ${bits(mask)})`;
const sum = (vector: string) => `(i32.add
  (i32.add (i32x4.extract_lane 0 (local.get ${vector})) (i32x4.extract_lane 1 (local.get ${vector})))
  (i32.add (i32x4.extract_lane 2 (local.get ${vector})) (i32x4.extract_lane 3 (local.get ${vector}))))`;

/**
 * Scalar products of a query with "count" codes that lie behind each other from "codes" on, "stride" bytes each, as
 * int32 from "out" on. A code has two bits a value: of 16 bytes the lowest bits belong to 16 bytes of the query, the
 * next ones to the next 16, and so on. The middle ones are not shifted down but their sums are, which is exact.
 */
const textWith = (dot: Dot) => `
(func scan
  (param codes stride count query out)
  (local at stop end)
  (vector a b c d code)
  (local.set end (i32.add (local.get codes) (i32.mul (local.get stride) (local.get count))))
  (loop
    (local.set a ${bits(0)})
    (local.set b ${bits(0)})
    (local.set c ${bits(0)})
    (local.set d ${bits(0)})
    (local.set at (local.get query))
    (local.set stop (i32.add (local.get codes) (local.get stride)))
    (loop
      (local.set code (v128.load (local.get codes)))
      (local.set a ${dot('(v128.load (local.get at))', masked(0x03), '(local.get a)')})
      (local.set b ${dot('(v128.load offset=16 (local.get at))', masked(0x0c), '(local.get b)')})
      (local.set c ${dot('(v128.load offset=32 (local.get at))', masked(0x30), '(local.get c)')})
      (local.set d ${dot('(v128.load offset=48 (local.get at))', '(i8x16.shr_u (local.get code) (i32.const 6))', '(local.get d)')})
      (local.set at (i32.add (local.get at) (i32.const 64)))
      (br_if 0 (i32.lt_s
        (local.tee codes (i32.add (local.get codes) (i32.const 16)))
        (local.get stop))))
    (local.set a (i32x4.add (local.get a) (local.get d)))
    (i32.store (local.get out) (i32.add (i32.add
      ${sum('a')}
      (i32.shr_s ${sum('b')} (i32.const 2)))
      (i32.shr_s ${sum('c')} (i32.const 4))))
    (local.set out (i32.add (local.get out) (i32.const 4)))
    (br_if 0 (i32.lt_s (local.get codes) (local.get end)))))
`;

type Scan = {
  /** `count` is at least one. All are addresses in the memory but `stride` and `count`. */
  scan(codes: number, stride: number, count: number, query: number, out: number): void;
};

let compiled: object | undefined;

/** A memory and the loop over it. `plain` keeps to what every engine has, for tests. */
export function openScanKernel(plain = false): WasmKernel<Scan> {
  if (plain) return new WasmKernel(compileWasm(textWith(plainDot)));
  compiled ??= compileWasm(textWith(relaxedDot), textWith(plainDot));
  return new WasmKernel(compiled);
}
