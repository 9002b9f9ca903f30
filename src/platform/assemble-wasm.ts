/**
 * Turns WebAssembly text into a module's bytes, for the subset that hand-written kernels need: folded
 * instructions, functions of `i32` parameters and of `i32` and `v128` locals without a result, all of them exported,
 * and one memory imported as `memory` `pixels`. Throws `SyntaxError` for anything else. NOT verified: types; the engine checks
 * those when it compiles the bytes.
 *
 * The encoding is that of the WebAssembly core specification 2.0, chapter 5 (binary format).
 */
export function assembleWasm(text: string): Uint8Array<ArrayBuffer> {
  const functions = parse(text).map(assembleFunction);
  const sections = [
    section(1, vector(functions.map(({ parameters }) => [0x60, ...vector(parameters.map(() => [0x7f])), 0]))),
    section(2, [1, ...name('memory'), ...name('pixels'), 2, 0, ...unsigned(1)]),
    section(3, vector(functions.map((_, index) => unsigned(index)))),
    section(7, vector(functions.map((one, index) => [...name(one.name), 0, ...unsigned(index)]))),
    section(10, vector(functions.map(({ body }) => [...unsigned(body.length), ...body]))),
  ];
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
}

/** The used part of WebAssembly; neither the types of the language nor those of Node have it. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number;
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: unknown };
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
};

const pageBytes = 65_536;

/** The first of some texts that this engine knows all instructions of, compiled for `WasmKernel`. */
export function compileWasm(...texts: readonly string[]): object {
  const modules = texts.map(assembleWasm);
  const known = modules.find((bytes) => WebAssembly.validate(bytes));
  if (known === undefined) throw new SyntaxError('The WebAssembly engine knows none of the texts');
  return new WebAssembly.Module(known);
}

/** Compiled functions and a memory that they work in; what lies where in it is the caller's business. */
export class WasmKernel<Functions> {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly functions: Functions;
  #bytes = new Uint8Array(this.#memory.buffer);

  constructor(module: object) {
    const { exports } = new WebAssembly.Instance(module, { memory: { pixels: this.#memory } });
    this.functions = exports as Functions;
  }

  /** The memory as it lies now; a call of `reserve` may put another in its place. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  /** Makes the memory at least that large, and a vector larger: functions may read beyond their last value. */
  reserve(bytes: number): void {
    const missing = bytes + 16 - this.#bytes.byteLength;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }
}

type Expression = string | readonly Expression[];

/** The operands of an instruction: whole numbers, named locals, a place in memory, lanes. */
type Immediate = 'number' | 'local' | 'memory' | 'lane' | 'bytes' | 'depth';

const simd = (code: number) => [0xfd, ...unsigned(code)];

const instructions: Readonly<Record<string, { code: readonly number[]; immediates?: readonly Immediate[] }>> =
  {
    br_if: { code: [0x0d], immediates: ['depth'] },
    'local.get': { code: [0x20], immediates: ['local'] },
    'local.set': { code: [0x21], immediates: ['local'] },
    'local.tee': { code: [0x22], immediates: ['local'] },
    'i32.const': { code: [0x41], immediates: ['number'] },
    'i32.lt_s': { code: [0x48] },
    'i32.add': { code: [0x6a] },
    'i32.sub': { code: [0x6b] },
    'i32.mul': { code: [0x6c] },
    'i32.and': { code: [0x71] },
    'i32.or': { code: [0x72] },
    'i32.shl': { code: [0x74] },
    'i32.shr_s': { code: [0x75] },
    'i32.load': { code: [0x28], immediates: ['memory'] },
    'i32.store': { code: [0x36], immediates: ['memory'] },
    'v128.load': { code: simd(0x00), immediates: ['memory'] },
    'v128.const': { code: simd(0x0c), immediates: ['bytes'] },
    'i8x16.swizzle': { code: simd(0x0e) },
    'i32x4.extract_lane': { code: simd(0x1b), immediates: ['lane'] },
    'i32x4.splat': { code: simd(0x11) },
    'v128.and': { code: simd(0x4e) },
    'v128.store32_lane': { code: simd(0x5a), immediates: ['memory', 'lane'] },
    'v128.store64_lane': { code: simd(0x5b), immediates: ['memory', 'lane'] },
    'v128.load64_zero': { code: simd(0x5d), immediates: ['memory'] },
    'i8x16.narrow_i16x8_u': { code: simd(0x66) },
    'i8x16.shr_u': { code: simd(0x6d) },
    'i32x4.extadd_pairwise_i16x8_s': { code: simd(0x7e) },
    'i16x8.shr_u': { code: simd(0x8d) },
    'i16x8.add': { code: simd(0x8e) },
    'i16x8.extmul_low_i8x16_s': { code: simd(0x9c) },
    'i16x8.extmul_high_i8x16_s': { code: simd(0x9d) },
    'i32x4.add': { code: simd(0xae) },
    'i32x4.dot_i16x8_s': { code: simd(0xba) },
    'f32x4.add': { code: simd(0xe4) },
    'f32x4.mul': { code: simd(0xe6) },
    'f32x4.convert_i32x4_s': { code: simd(0xfa) },
    'i32x4.relaxed_dot_i8x16_i7x16_add_s': { code: simd(0x113) },
  };

/** `(func name (param a b) (local c d) (vector e f) instruction...)`; the vectors are locals as well. */
function assembleFunction(expression: Expression) {
  const [keyword, functionName, parameterList, localList, vectorList, ...code] = list(expression);
  if (keyword !== 'func' || typeof functionName !== 'string') throw new SyntaxError('A function is expected');
  const parameters = names(parameterList, 'param');
  const locals = names(localList, 'local');
  const vectors = names(vectorList, 'vector');
  const places = new Map([...parameters, ...locals, ...vectors].map((local, index) => [local, index]));
  const declared = [2, ...unsigned(locals.length), 0x7f, ...unsigned(vectors.length), 0x7b];
  const body = [...declared, ...code.flatMap((one) => assemble(one, places)), 0x0b];
  return { name: functionName, parameters, body };
}

function assemble(expression: Expression, places: ReadonlyMap<string, number>): number[] {
  const [operation, ...rest] = list(expression);
  if (operation === 'loop' || operation === 'block') {
    const body = rest.flatMap((one) => assemble(one, places));
    return [operation === 'loop' ? 0x03 : 0x02, 0x40, ...body, 0x0b];
  }
  const instruction = instructions[String(operation)];
  if (instruction === undefined) throw new SyntaxError(`${String(operation)} is no known instruction`);
  const words = rest.filter((one) => typeof one === 'string');
  const operands = rest.filter((one) => typeof one !== 'string');
  const immediates = (instruction.immediates ?? []).flatMap((kind) => encodeImmediate(kind, words, places));
  if (words.length > 0) throw new SyntaxError(`${String(operation)} does not take ${words.join(' ')}`);
  return [...operands.flatMap((one) => assemble(one, places)), ...instruction.code, ...immediates];
}

/** Takes the words it needs off the front of `words`. */
function encodeImmediate(kind: Immediate, words: string[], places: ReadonlyMap<string, number>): number[] {
  // Nothing is promised about alignment; the processor does not mind.
  if (kind === 'memory')
    return [0, ...unsigned(words[0]?.startsWith('offset=') ? wholeNumber(words.shift()?.slice(7)) : 0)];
  if (kind === 'bytes') return words.splice(0, 16).map(wholeNumber);
  const word = words.shift();
  if (kind === 'number') return signed(wholeNumber(word));
  if (kind !== 'local') return unsigned(wholeNumber(word));
  const place = places.get(word ?? '');
  if (place === undefined) throw new SyntaxError(`There is no local ${word}`);
  return unsigned(place);
}

function wholeNumber(word: string | undefined): number {
  const value = Number(word);
  if (word === undefined || !Number.isInteger(value)) throw new SyntaxError(`${word} is no whole number`);
  return value;
}

function names(expression: Expression | undefined, keyword: string): string[] {
  const [first, ...rest] = list(expression);
  if (first !== keyword) throw new SyntaxError(`(${keyword} ...) is expected`);
  return rest.map(String);
}

function list(expression: Expression | undefined): readonly Expression[] {
  if (!Array.isArray(expression)) throw new SyntaxError('A parenthesis is expected');
  return expression as readonly Expression[];
}

function parse(text: string): readonly Expression[] {
  const stack: Expression[][] = [[]];
  for (const [token] of text.replace(/;;.*/g, '').matchAll(/[()]|[^\s()]+/g)) {
    const top = stack[stack.length - 1] as Expression[];
    if (token === '(') {
      const inner: Expression[] = [];
      top.push(inner);
      stack.push(inner);
    } else if (token === ')') {
      stack.pop();
      if (stack.length === 0) throw new SyntaxError('A parenthesis closes that was never opened');
    } else top.push(token);
  }
  if (stack.length !== 1) throw new SyntaxError('A parenthesis is never closed');
  return stack[0] as Expression[];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  return [...unsigned(bytes.length), ...bytes];
}

/** LEB128 of a number that is not negative. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const rest = value >> 7;
  const last = (rest === 0 && (value & 0x40) === 0) || (rest === -1 && (value & 0x40) !== 0);
  return last ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)];
}
