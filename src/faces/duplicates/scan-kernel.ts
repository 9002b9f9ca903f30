import { assembleWasm } from '../../platform/assemble-wasm.ts';

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

/** The used part of WebAssembly; neither the types of the language nor those of Node have it. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number;
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
};

type Scan = (codes: number, stride: number, count: number, query: number, out: number) => void;

const pageBytes = 65_536;
let compiled: object | undefined;

/** Compiled once; `relaxed` dot products where the engine has them. */
function compile(): object {
  if (compiled === undefined) {
    const relaxed = assembleWasm(textWith(relaxedDot));
    compiled = new WebAssembly.Module(
      WebAssembly.validate(relaxed) ? relaxed : assembleWasm(textWith(plainDot)),
    );
  }
  return compiled;
}

/** A memory and the loop over it. */
export class ScanKernel {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #scan: Scan;
  #bytes = new Uint8Array(this.#memory.buffer);

  /** `plain` keeps to what every engine has, for tests. */
  constructor(plain = false) {
    const module = plain ? new WebAssembly.Module(assembleWasm(textWith(plainDot))) : compile();
    const { exports } = new WebAssembly.Instance(module, { memory: { pixels: this.#memory } });
    this.#scan = exports.scan as Scan;
  }

  /** The memory as it lies now; a call of `reserve` may put another in its place. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  reserve(bytes: number): void {
    const missing = bytes - this.#bytes.byteLength;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }

  /** `count` is at least one. All are addresses in the memory but `stride` and `count`. */
  scan(codes: number, stride: number, count: number, query: number, out: number): void {
    this.#scan(codes, stride, count, query, out);
  }
}
