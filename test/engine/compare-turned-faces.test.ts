import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareTurnedFaces, type TurnedFace } from '../../src/engine/index.ts';

const size = 64;
const middle = (size - 1) / 2;

/** A pattern of spots, as smooth as skin with features. */
function spots(x: number, y: number, seed: number): number {
  const waves = [0.31, 0.47, 0.23, 0.39].map(
    (turn, i) =>
      Math.sin(x * turn + seed * (i + 1)) + Math.cos(y * turn * 1.3 + x * 0.11 * (i + 1) + seed * 2),
  );
  return 128 + 14 * waves.reduce((sum, wave) => sum + wave, 0);
}

/** A face whose pixel at x, y (from the middle) is that of the pattern at `back`. */
function draw(back: (x: number, y: number) => readonly [number, number], seed = 1): TurnedFace {
  const fingerprint = Uint8Array.from({ length: size * size }, (_, i) => {
    const [x, y] = back((i % size) - middle, Math.floor(i / size) - middle);
    return Math.min(255, Math.max(1, Math.round(spots(x, y, seed))));
  });
  return { fingerprint };
}

const straight = draw((x, y) => [x, y]);

describe('frames of a turned face', () => {
  it('are a sheet when the pixels were squeezed as a plane is', () => {
    const { asSheet, sheetNarrowing } = compareTurnedFaces(
      straight,
      draw((x, y) => [x / 0.7, y]),
    );
    assert.ok(asSheet > 0.98, String(asSheet));
    assert.ok(Math.abs(sheetNarrowing - 0.7) < 0.05, String(sheetNarrowing));
  });

  it('are a sheet when the pixels were moved as a bent sheet moves them', () => {
    const { asSheet } = compareTurnedFaces(
      straight,
      draw((x, y) => [x / 0.85 + 0.004 * x * x, y]),
    );
    assert.ok(asSheet > 0.97, String(asSheet));
  });

  it('are no sheet when what stands out moved further than the rest', () => {
    const depth = (x: number, y: number) => 9 * Math.exp(-(x * x + y * y) / 120);
    const { asSheet } = compareTurnedFaces(
      straight,
      draw((x, y) => [x - depth(x, y), y]),
    );
    assert.ok(asSheet < 0.9, String(asSheet));
  });

  it('need a whole fingerprint', () => {
    assert.throws(
      () => compareTurnedFaces(straight, { ...straight, fingerprint: new Uint8Array(32) }),
      TypeError,
    );
  });
});
