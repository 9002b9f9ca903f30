import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureRelief } from '../../src/engine/index.ts';
import { drawMidline } from '../../src/engine/midline.ts';
import { Pyramid } from '../../src/engine/raster.ts';

const [width, height] = [400, 400];
/** The middle line of a face of 240 pixels: from the forehead, 10, to the chin, 152, with the tip of the nose, 4, between. */
// biome-ignore format: a table
const rows = {
  10: 60, 151: 95, 9: 125, 8: 135, 168: 150, 6: 160, 5: 200, 4: 210, 1: 215, 164: 235, 0: 245, 17: 262, 18: 270,
  200: 280, 199: 290, 152: 300,
} as const;
const nose = { from: 190, to: 225 };

type Change = {
  readonly shift?: (row: number) => number;
  readonly ahead?: number;
  readonly turned?: number;
  readonly isBlank?: boolean;
  /** The photo ends at the middle line. */
  readonly isCut?: boolean;
};

/** A face before whose middle line everything is shifted by `shift`, and the nose by `ahead` more, in pixels. */
function draw({ shift = () => 0, ahead = 0, turned = 0, isBlank = false, isCut = false }: Change = {}) {
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const wide = isCut ? 204 : width;
  const pixels = new Uint8Array(3 * wide * height);
  for (let i = 0; i < wide * height; i++) {
    const [dx, dy] = [(i % wide) - 200, Math.floor(i / wide) - 200];
    const [x, y] = [dx * cos + dy * sin, dy * cos - dx * sin + 200];
    const by = shift(y) + (y > nose.from && y < nose.to ? ahead : 0);
    const texture = 60 * Math.sin((x - by) / 7 + y / 23) + 45 * Math.sin(y / 6 - (x - by) / 11);
    pixels.fill(isBlank ? 128 : Math.round(128 + texture), 3 * i, 3 * i + 3);
  }
  const points = new Float32Array(936);
  for (const [point, row] of Object.entries(rows)) {
    const isNose = row > nose.from && row < nose.to;
    // The mesh puts a nose on everything.
    const x = shift(row) + (isNose ? 8 : 0);
    points[2 * Number(point)] = 200 + x * cos - (row - 200) * sin;
    points[2 * Number(point) + 1] = 200 + x * sin + (row - 200) * cos;
  }
  return drawMidline(new Pyramid({ width: wide, height, pixels }), points);
}

describe('the relief of a face', () => {
  it('is how far the tip of the nose moved ahead of the middle line, in heights of the face', () => {
    const relief = measureRelief(draw(), draw({ ahead: 8 }))!;
    assert.ok(Math.abs(relief - 8 / 240) < 0.006, String(relief));
    const other = measureRelief(draw(), draw({ ahead: -8 }))!;
    assert.ok(Math.abs(other + 8 / 240) < 0.006, String(other));
  });

  it('is none where the whole line moves, askew too', () => {
    for (const shift of [() => 0, () => 10, (row: number) => (row - 150) / 20]) {
      const relief = measureRelief(draw(), draw({ shift }))!;
      assert.ok(Math.abs(relief) < 0.006, String(relief));
    }
  });

  it('is the same for a head that is held askew', () => {
    const relief = measureRelief(draw(), draw({ ahead: 8, turned: 12 }))!;
    assert.ok(Math.abs(relief - 8 / 240) < 0.006, String(relief));
  });

  it('is unknown where the others do not move as one', () => {
    assert.equal(measureRelief(draw(), draw({ shift: (row) => (row > 240 ? 12 : 0) })), undefined);
  });

  it('is unknown where nothing is to be followed', () => {
    assert.equal(measureRelief(draw({ isBlank: true }), draw({ isBlank: true })), undefined);
    assert.equal(measureRelief(draw(), draw({ isBlank: true })), undefined);
  });

  it('does not follow the edge of the photo', () => {
    // The photo ends in the middle of the face, so the line is half a line.
    const relief = measureRelief(draw({ isCut: true }), draw({ ahead: 8, isCut: true }));
    assert.ok(relief === undefined || Math.abs(relief - 8 / 240) < 0.006, String(relief));
  });

  it('is measured in whole pictures only', () => {
    assert.throws(() => measureRelief(draw(), draw().subarray(1)), TypeError);
  });
});
