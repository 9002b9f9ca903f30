import { assembleWasm } from '../../platform/assemble-wasm.ts';
import { convertRowsText } from './convert-rows.ts';
import { readBlocksText } from './read-blocks.ts';

/** The used part of WebAssembly; neither the types of the language nor those of Node have it. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number;
  }) => {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

const pageBytes = 65_536;

type Loop = (...values: number[]) => void;

/** The loops of the JPEG decoder, in WebAssembly with 128-bit vectors, and the memory they work in. */
export class JpegKernel {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #readBlocks: Loop;
  readonly #sumRow: Loop;
  readonly #convertHalfRow: Loop;
  readonly #convertWholeRow: Loop;

  constructor() {
    const module = new WebAssembly.Module(assembleWasm(readBlocksText + convertRowsText));
    const { exports } = new WebAssembly.Instance(module, { memory: { pixels: this.#memory } });
    this.#readBlocks = exports.readBlocks as Loop;
    this.#sumRow = exports.sumRow as Loop;
    this.#convertHalfRow = exports.convertHalfRow as Loop;
    this.#convertWholeRow = exports.convertWholeRow as Loop;
  }

  /** The memory as it lies now; `reserve` may put another in its place. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Makes the memory at least that large. What was in it stays. */
  reserve(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
  }

  /** Reads the blocks of `units` parts of the picture; what they are and where is in `jpeg-addresses.ts`. */
  readBlocks(state: number, blocks: number, blocksEnd: number, units: number): void {
    this.#readBlocks(state, blocks, blocksEnd, units);
  }

  /**
   * Three times the `count` bytes at `near` plus those at `far`, as 16-bit sums from `out` on; the first one stands
   * before them again and the last one behind them. Reads and writes for up to seven bytes more.
   */
  sumRow(near: number, far: number, count: number, out: number): void {
    this.#sumRow(near, far, count, out);
  }

  /**
   * Red, green and blue of `count` pixels, from their brightness and, for two pixels each, the sums of both colours.
   * Reads and writes for up to fifteen pixels more.
   */
  convertHalfRow(brightness: number, blue: number, red: number, count: number, out: number): void {
    this.#convertHalfRow(brightness, blue, red, count, out);
  }

  /** The same from both colours in a byte for each pixel. */
  convertWholeRow(brightness: number, blue: number, red: number, count: number, out: number): void {
    this.#convertWholeRow(brightness, blue, red, count, out);
  }
}
