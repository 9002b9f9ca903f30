import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPackAssessor, type FaceInPhoto } from '../../../src/engine/liveness/open-assessor.ts';
import { Pyramid, plainRgb } from '../../../src/engine/raster.ts';

const size = 8;
const pack = { input: { size, scaling: plainRgb }, classes: 3, liveClass: 0 };

/** Its probability of the live class is the picture's mean by 255, and `more`; `runs` counts. */
function openNetwork(more = 0) {
  const network = {
    runs: 0,
    name: 'brightness',
    inputShape: [3, size, size] as const,
    pictures: 1,
    outputNames: ['scores'],
    async run(picture: Float32Array) {
      network.runs += 1;
      const live = picture.reduce((sum, value) => sum + value, 0) / picture.length / 255 + more;
      return { scores: Float32Array.of(live, (1 - live) / 2, (1 - live) / 2) };
    },
    async release() {},
  };
  return network;
}

/** A face in a photo of one brightness, whose memory is that of the last photo. */
function faceIn(brightness: number, x = 20): FaceInPhoto {
  const pixels = new Uint8Array(3 * 64 * 64).fill(brightness);
  return {
    pyramid: new Pyramid({ width: 64, height: 64, pixels }),
    box: { x, y: 20, width: 20, height: 20 },
    eyes: { right: { x: x + 5, y: 26 }, left: { x: x + 15, y: 26 } },
  };
}

const near = (value: number, brightness: number) => assert.ok(Math.abs(value - brightness / 255) < 1e-5);

describe('the assessor of a pack', () => {
  it('judges each face it is given, and the same one again', async () => {
    const network = openNetwork();
    const { assess } = createPackAssessor([{ network, cropScale: 2 }], pack);
    const face = faceIn(30);
    near(await assess(face), 30);
    near(await assess(face), 30);
    near(await assess(faceIn(200)), 200);
    assert.equal(network.runs, 3);
  });

  it('averages the networks of a pack', async () => {
    const pair = [openNetwork(), openNetwork(-0.2)].map((network, index) => ({
      network,
      cropScale: 2 + index,
    }));
    near(await createPackAssessor(pair, pack).assess(faceIn(204)), 204 - 0.1 * 255);
    assert.deepEqual(
      pair.map(({ network }) => network.runs),
      [1, 1],
    );
  });

  it('refuses a network with another number of classes', async () => {
    const { assess } = createPackAssessor([{ network: openNetwork(), cropScale: 2 }], {
      ...pack,
      classes: 2,
    });
    await assert.rejects(assess(faceIn(30)), /3 classes/);
  });
});
