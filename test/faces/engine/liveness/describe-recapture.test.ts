import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSeededRandom } from '../../../../bench/seeded-random.ts';
import {
  patchSize,
  SpectrumDescriber,
  spectrumLength,
} from '../../../../src/faces/engine/liveness/describe-spectrum.ts';
import {
  SurroundingsDescriber,
  surroundingsLength,
  surroundingsSize,
} from '../../../../src/faces/engine/liveness/describe-surroundings.ts';
import { surroundingsView } from '../../../../src/faces/engine/liveness/surroundings-view.ts';
import { Pyramid } from '../../../../src/faces/engine/raster.ts';

/** Four bands: steps of the mean, then highest peaks, then numbers of peaks. */
const [highestAt, peaksAt] = [4, 8];

describe('the spectrum', () => {
  test('of noise has no peak, of a fine grid over it one in the band of its period', () => {
    const plain = spectrum((_x, _y, noise) => 128 + 20 * noise);
    const grid = spectrum(
      (x, y, noise) => 128 + 20 * noise + 12 * Math.cos((2 * Math.PI * (30 * x + 7 * y)) / patchSize),
    );
    // 30.8 periods lie in the third band, from 24 to 38.
    assert.ok(grid[highestAt + 2]! > plain[highestAt + 2]! + 1);
    assert.ok(grid[peaksAt + 2]! > 0);
    assert.ok(Math.abs(grid[highestAt]! - plain[highestAt]!) < 0.5);
  });

  test('of blocks of eight pixels has no peak: every JPEG has those', () => {
    const plain = spectrum((_x, _y, noise) => 128 + 20 * noise);
    const blocks = spectrum((x, y, noise) => 128 + 20 * noise + (x % 8 === 0 || y % 8 === 0 ? 15 : 0));
    for (const band of [0, 1, 2, 3]) assert.ok(blocks[highestAt + band]! < plain[highestAt + band]! + 1.5);
  });

  test('describes every number it promises', () => {
    assert.ok([...spectrum((_x, _y, noise) => 255 * noise)].every(Number.isFinite));
    assert.ok([...spectrum(() => 0)].every(Number.isFinite));
  });
});

describe('the surroundings', () => {
  const [lineAt, bandAt] = [15, 21];

  test('of a face in a dark frame have lines and bands on all sides, those of noise have none', () => {
    const framed = surroundings((x, y) => {
      const rim = Math.min(x, y, surroundingsSize - 1 - x, surroundingsSize - 1 - y);
      return rim >= 12 && rim < 20 ? 15 : 150;
    });
    const noise = surroundings((_x, _y, value) => 128 + 10 * value);
    assert.ok(framed[lineAt]! > 0.6 && framed[bandAt]! > 0.6);
    assert.ok(framed[bandAt + 2]! > 0.6 && framed[bandAt + 3]! > 0.6, 'on opposite sides');
    assert.ok(noise[lineAt]! < 0.5 && noise[bandAt]! < 0.4);
  });

  test('describe every number they promise', () => {
    assert.ok([...surroundings(() => 0)].every(Number.isFinite));
    assert.ok([...surroundings((_x, _y, value) => 255 * value)].every(Number.isFinite));
  });
});

describe('the view of the surroundings', () => {
  const pyramid = new Pyramid({ width: 640, height: 480, pixels: new Uint8Array(3 * 640 * 480) });

  test('is the box enlarged about its centre', () => {
    const view = surroundingsView(pyramid, { x: 200, y: 150, width: 100, height: 120 }, 2, 80);
    // From 150 to 350 and from 90 to 330; the last pixel belongs to it.
    assert.ok(Math.abs(view.a * 80 - 201) < 1e-9 && Math.abs(view.e * 80 - 241) < 1e-9);
    assert.ok(Math.abs(view.c - (150 + view.a / 2 - 0.5)) < 1e-9);
    assert.ok(Math.abs(view.f - (90 + view.e / 2 - 0.5)) < 1e-9);
  });

  test('is shifted back inside the photo, and less enlarged when that is too small', () => {
    const shifted = surroundingsView(pyramid, { x: 560, y: 10, width: 60, height: 60 }, 4, 80);
    assert.ok(shifted.c >= 0 && shifted.f >= 0);
    assert.ok(shifted.c + 79 * shifted.a <= 639.5);
    const whole = surroundingsView(pyramid, { x: 100, y: 100, width: 300, height: 300 }, 4, 80);
    assert.ok(Math.abs(whole.e * 80 - 480) <= 1);
  });
});

function spectrum(value: (x: number, y: number, noise: number) => number): Float32Array {
  const target = new Float32Array(spectrumLength);
  new SpectrumDescriber().describe(planes(patchSize, value), target, 0);
  return target;
}

function surroundings(value: (x: number, y: number, noise: number) => number): Float32Array {
  const target = new Float32Array(surroundingsLength);
  new SurroundingsDescriber().describe(planes(surroundingsSize, value), target, 0);
  return target;
}

function planes(size: number, value: (x: number, y: number, noise: number) => number): Float32Array {
  const random = createSeededRandom('planes');
  const out = new Float32Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    const grey = value(i % size, Math.floor(i / size), random() - 0.5);
    for (let plane = 0; plane < 3; plane++) out[i + plane * size * size] = grey;
  }
  return out;
}
