import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPixelKernel } from '../../src/engine/pixel-kernel.ts';
import { assembleWasm } from '../../src/platform/assemble-wasm.ts';

/** Noise that is the same in every run. */
const noise = (index: number) => (Math.imul(index + 1, 2_654_435_761) >>> 24) & 255;

test('a drawn row is the bilinear mix of its neighbours, scaled and shifted a colour', () => {
  const [width, height, count] = [37, 29, 23];
  const kernel = openPixelKernel();
  const [pixelsAt, targetAt] = [64, 64 + 3 * width * height];
  const aligned = targetAt + 16 - (targetAt % 16);
  kernel.reserve(aligned + 12 * count);
  for (let i = 0; i < 3 * width * height; i++) kernel.bytes[pixelsAt + i] = noise(i);
  const [factors, offsets] = [
    [1 / 256, 1 / 512, 1 / 1024],
    [-1, 2, 0.5],
  ] as const;
  new Float32Array(kernel.bytes.buffer, 0, 8).set([...factors, 0, ...offsets, 0]);
  const [x, y, stepX, stepY] = [3.3, 2.7, 1.25, 0.9].map((value) => Math.round(value * 65536)) as [
    number,
    number,
    number,
    number,
  ];
  const planes = [aligned, aligned + 4 * count, aligned + 8 * count] as const;
  kernel.functions.drawRow(pixelsAt, width, x, y, stepX, stepY, count, ...planes, 0);

  const drawn = new Float32Array(kernel.bytes.buffer, aligned, 3 * count);
  for (let i = 0; i < count; i++) {
    const [placeX, placeY] = [(x + i * stepX) / 65536, (y + i * stepY) / 65536];
    const [left, top] = [Math.floor(placeX), Math.floor(placeY)];
    const [fx, fy] = [placeX - left, placeY - top];
    for (const [colour, factor] of factors.entries()) {
      const at = (row: number, column: number) => noise(3 * (row * width + column) + colour);
      const upper = at(top, left) * (1 - fx) + at(top, left + 1) * fx;
      const lower = at(top + 1, left) * (1 - fx) + at(top + 1, left + 1) * fx;
      const expected = 256 * (upper * (1 - fy) + lower * fy) * factor + (offsets[colour] as number);
      // Fractions of a pixel are kept in 8 bits: up to 4 of 255 apart where neighbours differ most.
      const difference = Math.abs((drawn[colour * count + i] as number) - expected);
      assert.ok(difference < 4 * 256 * factor, `colour ${colour} at ${i}: ${difference}`);
    }
  }
});

test('a halved row is the rounded mean of two by two pixels, for even and odd counts', () => {
  for (const count of [1, 2, 7, 16]) {
    const kernel = openPixelKernel();
    const [upper, lower, out] = [64, 64 + 6 * count, 64 + 12 * count + 8];
    kernel.reserve(out + 3 * count);
    for (let i = 0; i < 12 * count; i++) kernel.bytes[upper + i] = noise(i);
    kernel.functions.halveRow(upper, lower, out, count);
    for (let i = 0; i < count; i++) {
      for (let colour = 0; colour < 3; colour++) {
        const at = (row: number, column: number) => noise(row * 6 * count + 3 * column + colour);
        const sum = at(0, 2 * i) + at(0, 2 * i + 1) + at(1, 2 * i) + at(1, 2 * i + 1);
        assert.equal(kernel.bytes[out + 3 * i + colour], (sum + 2) >> 2, `${count}: ${i}, ${colour}`);
      }
    }
  }
});

test('memory keeps what it holds when it becomes larger', () => {
  const kernel = openPixelKernel();
  kernel.bytes.set([1, 2, 3], 10);
  kernel.reserve(1_000_000);
  assert.ok(kernel.bytes.length >= 1_000_000);
  assert.deepEqual([...kernel.bytes.subarray(10, 13)], [1, 2, 3]);
});

test('text that is not understood is refused', () => {
  const refused = {
    'an unknown instruction': '(func f (param) (local) (vector) (i64.const 1))',
    'an unknown local': '(func f (param a) (local) (vector) (local.set a (local.get b)))',
    'a word too many': '(func f (param a) (local) (vector) (local.set a (i32.const 1 2)))',
    'a number that is not whole': '(func f (param a) (local) (vector) (local.set a (i32.const 1.5)))',
    'no locals': '(func f (param a))',
    'an open parenthesis': '(func f (param a)',
    'a parenthesis too many': '(func f (param a) (local) (vector)))',
  };
  for (const [what, text] of Object.entries(refused)) {
    assert.throws(() => assembleWasm(text), SyntaxError, what);
  }
});
