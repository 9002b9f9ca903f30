import assert from 'node:assert/strict';
import { test } from 'node:test';
import { squareView, type View } from '../../src/engine/geometry.ts';
import { drawView, lendPhotoMemory, Pyramid, plainRgb, type Raster } from '../../src/engine/raster.ts';

const identity: View = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 };

test('the plain view of a photo is the photo, plane by plane', () => {
  const photo = paint(4, 4, (x, y) => [x, 10 * y, x + y]);
  const drawn = draw(new Pyramid(photo), identity, 4);
  for (let i = 0; i < 16; i++) {
    const [x, y] = [i % 4, Math.floor(i / 4)];
    assert.deepEqual([drawn[i], drawn[i + 16], drawn[i + 32]], [x, 10 * y, x + y]);
  }
});

test('a gradient keeps its values whatever the view shrinks or enlarges', () => {
  const pyramid = new Pyramid(paint(256, 256, (x, y) => [x, y, 255 - x]));
  for (const size of [16, 24, 50, 100, 300]) {
    const view = squareView({ x: 127.5, y: 127.5 }, 200, 0, size);
    const drawn = draw(pyramid, view, size);
    for (const at of [0, 3, size >> 1, size - 1]) {
      const expected = 127.5 + (at - (size - 1) / 2) * (200 / size);
      assert.ok(Math.abs((drawn[at] as number) - expected) < 1, `x at ${at} of ${size}`);
      assert.ok(Math.abs((drawn[size * size + at * size] as number) - expected) < 1, `y at ${at} of ${size}`);
    }
  }
});

test('texture finer than the view is averaged, not picked', () => {
  const photo = () => paint(64, 64, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]));
  const view = squareView({ x: 31.5, y: 31.5 }, 64, 0, 16);
  const averaged = draw(new Pyramid(photo()), view, 16);
  assert.ok(averaged.every((value) => Math.abs(value - 127.5) < 2));
  const picked = new Float32Array(3 * 16 * 16);
  drawView(new Pyramid(photo()), { ...view, c: 0, f: 0 }, 16, plainRgb, picked, 'unaveraged');
  assert.ok(picked.some((value) => value === 255));
});

test('outside the photo a view is black', () => {
  const photo = paint(8, 8, () => [200, 200, 200]);
  const drawn = draw(new Pyramid(photo), squareView({ x: 100, y: 100 }, 8, 0, 8), 8);
  assert.ok(drawn.every((value) => value === 0));
});

test('a photo whose memory another has taken is not drawn from', () => {
  const first = new Pyramid(paint(8, 8, () => [1, 2, 3]));
  const second = new Pyramid(paint(8, 8, () => [4, 5, 6]));
  assert.equal(draw(second, identity, 8)[0], 4);
  assert.throws(() => draw(first, identity, 8), /memory/);
});

test('a photo that a decoder has written into the memory is drawn from there, and no other any more', () => {
  const earlier = new Pyramid(paint(8, 8, () => [1, 2, 3]));
  const decoded = paint(8, 8, (x, y) => [x, y, 7]);
  const copied = draw(new Pyramid(paint(8, 8, (x, y) => [x, y, 7])), identity, 8);
  const { kernel, photoAt } = lendPhotoMemory();
  assert.throws(() => draw(earlier, identity, 8), /memory/);
  kernel.reserve(photoAt + decoded.pixels.length);
  kernel.bytes.set(decoded.pixels, photoAt);
  const pixels = kernel.bytes.subarray(photoAt, photoAt + decoded.pixels.length);
  const lent = new Pyramid({ ...decoded, pixels, isLent: true });
  assert.deepEqual(draw(lent, identity, 8), copied);
  assert.ok(kernel.bytes.length > 0, 'the memory is still there');
});

function draw(pyramid: Pyramid, view: View, size: number): Float32Array {
  const target = new Float32Array(3 * size * size);
  drawView(pyramid, view, size, plainRgb, target);
  return target;
}

function paint(width: number, height: number, colour: (x: number, y: number) => number[]): Raster {
  const pixels = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels.set(colour(x, y), 3 * (y * width + x));
    }
  }
  return { width, height, pixels };
}
