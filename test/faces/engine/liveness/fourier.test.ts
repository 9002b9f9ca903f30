import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeededRandom } from '../../../../bench/seeded-random.ts';
import { Fourier } from '../../../../src/faces/engine/liveness/fourier.ts';

test('the transform is what the sum that defines it gives', () => {
  const size = 8;
  const random = createSeededRandom('fourier');
  const real = Float64Array.from({ length: size * size }, () => random() - 0.5);
  const imaginary = Float64Array.from({ length: size * size }, () => random() - 0.5);
  const expected = slowTransform(real, imaginary, size);
  new Fourier(size).transform(real, imaginary);
  for (let i = 0; i < real.length; i++) {
    assert.ok(Math.abs((real[i] as number) - (expected.real[i] as number)) < 1e-9);
    assert.ok(Math.abs((imaginary[i] as number) - (expected.imaginary[i] as number)) < 1e-9);
  }
});

test('a wave is one pair of peaks where its period says', () => {
  const size = 128;
  const real = Float64Array.from({ length: size * size }, (_, i) =>
    Math.cos((2 * Math.PI * (10 * (i % size) + 3 * Math.floor(i / size))) / size),
  );
  const imaginary = new Float64Array(size * size);
  new Fourier(size).transform(real, imaginary);
  const magnitudes = real.map((value, i) => Math.hypot(value, imaginary[i] as number));
  const peaks = [...magnitudes.keys()].filter((i) => (magnitudes[i] as number) > 1);
  assert.deepEqual(peaks, [3 * size + 10, (size - 3) * size + size - 10]);
});

test('a side that is no power of two is refused', () => {
  assert.throws(() => new Fourier(100), RangeError);
});

function slowTransform(real: Float64Array, imaginary: Float64Array, size: number) {
  const out = { real: new Float64Array(size * size), imaginary: new Float64Array(size * size) };
  for (let v = 0; v < size; v++) {
    for (let u = 0; u < size; u++) {
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          const angle = (-2 * Math.PI * (u * x + v * y)) / size;
          const [re, im] = [real[y * size + x] as number, imaginary[y * size + x] as number];
          out.real[v * size + u]! += re * Math.cos(angle) - im * Math.sin(angle);
          out.imaginary[v * size + u]! += re * Math.sin(angle) + im * Math.cos(angle);
        }
      }
    }
  }
  return out;
}
