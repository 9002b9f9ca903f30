import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareStillness } from '../../src/engine/index.ts';
import { measureSurroundings } from '../../src/engine/measure-surroundings.ts';

const [width, height] = [480, 360];
const middle = { x: 240, y: 170, wide: 50, high: 66 };
const face = Float32Array.from({ length: 936 }, (_, i) => {
  const angle = (Math.floor(i / 2) / 468) * 2 * Math.PI;
  return i % 2 === 0 ? middle.x + middle.wide * Math.cos(angle) : middle.y + middle.high * Math.sin(angle);
});

/** Locks of hair around a face, before a wall: the face and the hair are moved by so many pixels each. */
function draw({ faceBy = 0, hairBy = 0, isBald = false }) {
  const pixels = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const reach = Math.hypot((x - middle.x) / middle.wide, (y - middle.y) / middle.high);
    const waves = (by: number) =>
      128 + 50 * Math.sin((x - by) / 5 + y / 9) + 40 * Math.sin(y / 6 - (x - by) / 8);
    const hair = isBald ? 128 : waves(hairBy);
    pixels.fill(Math.round(reach < 1 ? waves(faceBy) : hair), 3 * i, 3 * i + 3);
  }
  return measureSurroundings({ width, height, pixels }, face);
}

describe('the head around a face', () => {
  it('is still when nothing but the face moves', () => {
    assert.ok(compareStillness(draw({}), draw({ faceBy: 12 }))! > 0.99);
  });

  it('is not still when the hair turns with the face', () => {
    const stillness = compareStillness(draw({}), draw({ faceBy: 12, hairBy: 12 }))!;
    assert.ok(stillness < 0.9, String(stillness));
  });

  it('says nothing where nothing is to be seen', () => {
    assert.equal(compareStillness(draw({ isBald: true }), draw({ isBald: true, faceBy: 12 })), undefined);
  });

  it('is compared whole only', () => {
    assert.throws(() => compareStillness(draw({}), draw({}).subarray(1)), TypeError);
  });
});
