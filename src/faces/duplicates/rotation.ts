/**
 * A fixed rotation of vectors of one length. It spreads the information evenly over all values, which a code with one
 * step for all values needs. Lengths and scalar products stay the same.
 *
 * Signs are flipped by a fixed pattern, then the largest power of two of values is mixed by a Walsh-Hadamard
 * transform, once from the front and once from the back.
 */
export class Rotation {
  readonly #length: number;
  readonly #block: number;
  readonly #signs: readonly Int8Array[];

  constructor(length: number) {
    this.#length = length;
    this.#block = 2 ** Math.floor(Math.log2(length));
    this.#signs = [0, 1].map((round) => signsOf(length, round));
  }

  /** Rotates in place. */
  apply(values: Float32Array): void {
    for (const [round, signs] of this.#signs.entries()) {
      for (let i = 0; i < this.#length; i++) values[i] = (values[i] as number) * (signs[i] as number);
      const start = round % 2 === 0 ? 0 : this.#length - this.#block;
      mix(values.subarray(start, start + this.#block));
    }
  }
}

/** The orthonormal Walsh-Hadamard transform. */
function mix(values: Float32Array): void {
  const { length } = values;
  for (let half = 1; half < length; half *= 2) {
    for (let start = 0; start < length; start += 2 * half) {
      for (let i = start; i < start + half; i++) {
        const a = values[i] as number;
        const b = values[i + half] as number;
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
  const factor = 1 / Math.sqrt(length);
  for (let i = 0; i < length; i++) values[i] = (values[i] as number) * factor;
}

function signsOf(length: number, round: number): Int8Array {
  let state = (round + 1) * 0x9e3779b1;
  return Int8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 1) === 0 ? 1 : -1;
  });
}
