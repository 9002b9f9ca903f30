import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureColours } from '../../src/engine/measure-colours.ts';

type Rgb = readonly [number, number, number];
const [width, height] = [300, 240];

/** A face of 80 pixels' width in the middle, of one colour, before a wall of another. */
function draw(skin: Rgb, wall: Rgb): Parameters<typeof measureColours>[0] {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isFace = Math.hypot((x - 150) / 42, (y - 120) / 62) < 1;
      pixels.set(isFace ? skin : wall, 3 * (y * width + x));
    }
  }
  return { width, height, pixels };
}

/** The points of a mesh within the face. */
const points = Float32Array.from({ length: 936 }, (_, i) => {
  const angle = (i >> 1) * 2.4;
  const reach = Math.sqrt((i >> 1) / 468);
  return i % 2 === 0 ? 150 + 40 * reach * Math.cos(angle) : 120 + 60 * reach * Math.sin(angle);
});

describe('the colours of a face and of what is beside it', () => {
  it('are means of linear light', () => {
    const { face, around } = measureColours(draw([188, 128, 64], [100, 100, 100]), points)!;
    assert.ok(Math.abs(face.red - 0.503) < 0.01, String(face.red));
    assert.ok(Math.abs(face.green - 0.216) < 0.01, String(face.green));
    assert.ok(Math.abs(face.blue - 0.051) < 0.01, String(face.blue));
    assert.ok(Math.abs(around!.red - 0.127) < 0.01 && around!.red === around!.blue);
  });

  it('leave out what is black or cut off', () => {
    assert.equal(measureColours(draw([255, 200, 190], [100, 100, 100]), points), undefined);
    assert.equal(measureColours(draw([180, 130, 2], [100, 100, 100]), points), undefined);
    assert.equal(measureColours(draw([180, 130, 90], [0, 0, 0]), points)?.around, undefined);
  });
});
