import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareSurroundings } from '../../src/engine/index.ts';
import { measureSurroundings } from '../../src/engine/measure-surroundings.ts';

type Colour = readonly [number, number, number];
const [width, height] = [400, 400];
const [beige, green, skin]: Colour[] = [
  [200, 180, 150],
  [40, 120, 60],
  [190, 140, 120],
];

/** Points on an oval around a middle, as high as a face. */
function faceAt(x: number, y: number, high = 120): Float32Array {
  return Float32Array.from({ length: 936 }, (_, i) => {
    const angle = (Math.floor(i / 2) / 468) * 2 * Math.PI;
    return i % 2 === 0 ? x + 0.38 * high * Math.cos(angle) : y + 0.5 * high * Math.sin(angle);
  });
}

function draw(wall: Colour, shirt: Colour, add = 0) {
  const pixels = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isFace = ((x - 200) / 46) ** 2 + ((y - 170) / 60) ** 2 < 1;
    const colour = isFace ? skin : y > 250 ? shirt : wall;
    for (let c = 0; c < 3; c += 1) pixels[3 * i + c] = Math.min(255, colour![c]! + add);
  }
  return { width, height, pixels };
}

const face = faceAt(200, 170);
const room = measureSurroundings(draw(beige!, green!), face);

describe('the surroundings of a face', () => {
  it('are alike where nothing but the face moves', () => {
    assert.ok(compareSurroundings(room, room)! > 0.999);
    const aside = measureSurroundings(draw(beige!, green!), faceAt(206, 172));
    assert.ok(compareSurroundings(room, aside)! > 0.95);
  });

  it('are alike in a little more light', () => {
    const lighter = measureSurroundings(draw(beige!, green!, 6), face);
    assert.ok(compareSurroundings(room, lighter)! > 0.8, String(compareSurroundings(room, lighter)));
  });

  it('are other before another wall in another shirt', () => {
    const elsewhere = measureSurroundings(draw(green!, beige!), face);
    assert.ok(compareSurroundings(room, elsewhere)! < 0.3, String(compareSurroundings(room, elsewhere)));
  });

  it('say nothing where the picture ends at the face', () => {
    const close = measureSurroundings(draw(beige!, green!), faceAt(200, 200, 900));
    assert.equal(compareSurroundings(room, close), undefined);
  });

  it('are compared whole only', () => {
    assert.throws(() => compareSurroundings(room, room.subarray(1)), TypeError);
  });
});
