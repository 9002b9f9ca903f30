import { compileWasm, WasmKernel } from '../../platform/assemble-wasm.ts';

const zero = `(v128.const ${Array(16).fill(0).join(' ')})`;
const plus = (sum: string, offset: number) => `(local.set ${sum} (f32x4.add (local.get ${sum}) (f32x4.mul
        (v128.load offset=${offset} (local.get faces)) (v128.load offset=${offset} (local.get at)))))`;

/**
 * The products of a face with `count` faces that lie behind each other from "faces" on, "stride" bytes each, as four
 * float32 sums from "out" on. A face has a multiple of 16 values.
 */
const text = `
(func multiply
  (param faces stride count face out)
  (local at stop end)
  (vector a b c d)
  (local.set end (i32.add (local.get faces) (i32.mul (local.get stride) (local.get count))))
  (loop
    (local.set a ${zero})
    (local.set b ${zero})
    (local.set c ${zero})
    (local.set d ${zero})
    (local.set at (local.get face))
    (local.set stop (i32.add (local.get faces) (local.get stride)))
    (loop
      ${plus('a', 0)}
      ${plus('b', 16)}
      ${plus('c', 32)}
      ${plus('d', 48)}
      (local.set at (i32.add (local.get at) (i32.const 64)))
      (br_if 0 (i32.lt_s
        (local.tee faces (i32.add (local.get faces) (i32.const 64)))
        (local.get stop))))
    (local.set a (f32x4.add (f32x4.add (local.get a) (local.get b)) (f32x4.add (local.get c) (local.get d))))
    (v128.store64_lane 0 (local.get out) (local.get a))
    (v128.store64_lane offset=8 1 (local.get out) (local.get a))
    (local.set out (i32.add (local.get out) (i32.const 16)))
    (br_if 0 (i32.lt_s (local.get faces) (local.get end)))))
`;

type Likeness = { multiply(faces: number, stride: number, count: number, face: number, out: number): void };

let compiled: object | undefined;

/** Some faces in a memory of their own, and the loop that compares another with all of them. */
export class LikenessKernel {
  readonly #kernel: WasmKernel<Likeness>;
  readonly #length: number;
  /** Values from one face to the next. */
  readonly #stride: number;
  readonly #count: number;

  /** The faces have equally many values. */
  constructor(faces: readonly Float32Array[]) {
    this.#count = faces.length;
    this.#length = faces[0]?.length ?? 16;
    // Zeros fill up to what the loop takes at a time.
    this.#stride = Math.ceil(this.#length / 16) * 16;
    compiled ??= compileWasm(text);
    this.#kernel = new WasmKernel(compiled);
    this.#kernel.reserve(4 * this.#stride * (this.#count + 1) + 16 * this.#count);
    const values = new Float32Array(this.#kernel.bytes.buffer);
    for (const [index, face] of faces.entries()) values.set(face, index * this.#stride);
  }

  /** The scalar products of a face with all. Throws `TypeError` for a face of another length. */
  likenessesOf(face: Float32Array): Float32Array {
    const likenesses = new Float32Array(this.#count);
    if (this.#count === 0) return likenesses;
    if (face.length !== this.#length) throw new TypeError('The faces belong to another model');
    const values = new Float32Array(this.#kernel.bytes.buffer);
    const [place, out] = [this.#count * this.#stride, (this.#count + 1) * this.#stride];
    values.set(face, place);
    this.#kernel.functions.multiply(0, 4 * this.#stride, this.#count, 4 * place, 4 * out);
    for (let index = 0; index < this.#count; index++) {
      const at = out + 4 * index;
      const [a, b, c, d] = [values[at], values[at + 1], values[at + 2], values[at + 3]];
      likenesses[index] = (a as number) + (b as number) + ((c as number) + (d as number));
    }
    return likenesses;
  }
}
