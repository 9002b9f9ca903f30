/** The Fourier transform of complex pictures of `size` x `size` values, a power of two, in place. */
export class Fourier {
  readonly #size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  /** Where the values of a line go before the first step, bit by bit the other way round. */
  readonly #order: Uint16Array;

  constructor(size: number) {
    const bits = Math.log2(size);
    if (!Number.isInteger(bits))
      throw new RangeError('A picture to transform has a power of two as its side');
    this.#size = size;
    const angles = Float64Array.from({ length: size / 2 }, (_, i) => (-2 * Math.PI * i) / size);
    this.#cos = angles.map(Math.cos);
    this.#sin = angles.map(Math.sin);
    this.#order = Uint16Array.from({ length: size }, (_, i) => reverseBits(i, bits));
  }

  transform(real: Float64Array, imaginary: Float64Array): void {
    this.#swap(real, imaginary);
    const size = this.#size;
    for (let row = 0; row < size * size; row += size) this.#combineAlongRow(real, imaginary, row);
    this.#combineRows(real, imaginary);
  }

  /** Puts rows, and the values within each, into the order the steps start from. */
  #swap(real: Float64Array, imaginary: Float64Array): void {
    const size = this.#size;
    const order = this.#order;
    for (let y = 0; y < size; y++) {
      const otherRow = (order[y] as number) * size;
      for (let x = 0; x < size; x++) {
        const a = y * size + x;
        const b = otherRow + (order[x] as number);
        if (a >= b) continue;
        const re = real[a] as number;
        const im = imaginary[a] as number;
        real[a] = real[b] as number;
        imaginary[a] = imaginary[b] as number;
        real[b] = re;
        imaginary[b] = im;
      }
    }
  }

  #combineAlongRow(real: Float64Array, imaginary: Float64Array, row: number): void {
    const size = this.#size;
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let first = 0; first < half; first++) {
        const cos = this.#cos[first * step] as number;
        const sin = this.#sin[first * step] as number;
        for (let a = row + first; a < row + size; a += 2 * half) {
          const b = a + half;
          const re = (real[b] as number) * cos - (imaginary[b] as number) * sin;
          const im = (real[b] as number) * sin + (imaginary[b] as number) * cos;
          real[b] = (real[a] as number) - re;
          imaginary[b] = (imaginary[a] as number) - im;
          real[a] = (real[a] as number) + re;
          imaginary[a] = (imaginary[a] as number) + im;
        }
      }
    }
  }

  /** The same down the columns, all of them at once, so that memory is gone through in its order. */
  #combineRows(real: Float64Array, imaginary: Float64Array): void {
    const size = this.#size;
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let y = 0; y < size; y++) {
        if ((y & half) !== 0) continue;
        const cos = this.#cos[(y & (half - 1)) * step] as number;
        const sin = this.#sin[(y & (half - 1)) * step] as number;
        const end = (y + 1) * size;
        for (let a = y * size; a < end; a++) {
          const b = a + half * size;
          const re = (real[b] as number) * cos - (imaginary[b] as number) * sin;
          const im = (real[b] as number) * sin + (imaginary[b] as number) * cos;
          real[b] = (real[a] as number) - re;
          imaginary[b] = (imaginary[a] as number) - im;
          real[a] = (real[a] as number) + re;
          imaginary[a] = (imaginary[a] as number) + im;
        }
      }
    }
  }
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = (reversed << 1) | ((value >> bit) & 1);
  return reversed;
}
