import { assembleWasm } from '../../platform/assemble-wasm.ts';
import type { KernelMemory } from '../pixel-kernel.ts';
import { convertRowsText } from './convert-rows.ts';
import { readBlocksText } from './read-blocks.ts';

/** The used part of WebAssembly; neither the types of the language nor those of Node have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

type Loop = (...values: number[]) => void;

/** The loops of the JPEG decoder, in WebAssembly with 128-bit vectors. What lies where is in `jpeg-addresses.ts`. */
export class JpegKernel {
  readonly #readBlocks: Loop;
  readonly #sumRow: Loop;
  readonly #convertHalfRow: Loop;
  readonly #convertWholeRow: Loop;

  constructor(memory: KernelMemory) {
    const module = new WebAssembly.Module(assembleWasm(readBlocksText + convertRowsText));
    const { exports } = new WebAssembly.Instance(module, { memory: { pixels: memory } });
    this.#readBlocks = exports.readBlocks as Loop;
    this.#sumRow = exports.sumRow as Loop;
    this.#convertHalfRow = exports.convertHalfRow as Loop;
    this.#convertWholeRow = exports.convertWholeRow as Loop;
  }

  /** Reads the blocks of `units` parts of the picture, as they are listed at `blocks`. */
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
