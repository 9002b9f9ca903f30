import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPackAssessor } from '../../../src/engine/liveness/assess-with-pack.ts';
import type { FaceInPhoto } from '../../../src/engine/liveness/liveness-assessor.ts';
import type { HelpTask } from '../../../src/engine/photo-pool.ts';
import { Pyramid, plainRgb } from '../../../src/engine/raster.ts';
import { SharedRuns } from '../../../src/engine/share-run.ts';

const size = 8;
const pack = { input: { size, scaling: plainRgb }, classes: 3, liveClass: 0 };

/** Its probability of the live class is the picture's mean by 255; `runs` counts. */
function openNetwork() {
  const network = {
    runs: 0,
    name: 'brightness',
    inputShape: [3, size, size] as const,
    pictures: 1,
    outputNames: ['scores'],
    async run(picture: Float32Array) {
      network.runs += 1;
      const live = picture.reduce((sum, value) => sum + value, 0) / picture.length / 255;
      return { scores: Float32Array.of(live, (1 - live) / 2, (1 - live) / 2) };
    },
    async release() {},
  };
  return network;
}

/** Two workers; the second one is idle as long as `idle` says so. */
function openWorkers() {
  const idle = Int32Array.of(1);
  const asked: HelpTask[] = [];
  const own = openNetwork();
  const others = openNetwork();
  const othersRuns = new SharedRuns();
  createPackAssessor([{ network: others, cropScale: 2 }], pack, othersRuns);
  const runs = new SharedRuns({ idle, call: (help) => asked.push(help) });
  const { expect, assess } = createPackAssessor([{ network: own, cropScale: 2 }], pack, runs);
  return { idle, own, others, expect: expect!, assess, help: () => othersRuns.take(asked.pop()!) };
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
  it('has an expected face judged by an idle worker, and gives what that one found', async () => {
    const { own, others, expect, assess, help } = openWorkers();
    const face = faceIn(100);
    assert.equal(expect(face), true);
    await help();
    near(await assess(face), 100);
    assert.deepEqual([own.runs, others.runs], [0, 1]);
  });

  it('judges by itself what nobody took, and when nobody is idle', async () => {
    const { idle, own, others, expect, assess } = openWorkers();
    const face = faceIn(100);
    assert.equal(expect(face), true);
    near(await assess(face), 100);
    idle[0] = 0;
    assert.equal(expect(face), false);
    near(await assess(face), 100);
    assert.deepEqual([own.runs, others.runs], [2, 0]);
  });

  it('judges the face it is given when another one was expected', async () => {
    const { own, expect, assess, help } = openWorkers();
    const face = faceIn(100);
    expect({ ...face, box: { ...face.box, width: 10 } });
    await help();
    near(await assess(face), 100);
    assert.equal(own.runs, 1);
  });

  it('does not take the judgement of a photo that was refused for that of the next', async () => {
    const { expect, assess, help } = openWorkers();
    expect(faceIn(100));
    await help();
    near(await assess(faceIn(200)), 200);
    expect(faceIn(50));
    await help();
    expect(faceIn(150));
    near(await assess(faceIn(250)), 250);
  });

  it('judges a face that nobody expected, and the same one again', async () => {
    const { own, assess } = openWorkers();
    const face = faceIn(30);
    near(await assess(face), 30);
    near(await assess(face), 30);
    assert.equal(own.runs, 2);
  });

  it('averages the networks of a pack, whoever ran them', async () => {
    const asked: HelpTask[] = [];
    const pair = () => [
      { network: openNetwork(), cropScale: 2 },
      { network: openNetwork(), cropScale: 4 },
    ];
    const others = new SharedRuns();
    createPackAssessor(pair(), pack, others);
    const own = pair();
    const runs = new SharedRuns({ idle: Int32Array.of(1), call: (help) => asked.push(help) });
    const assessor = createPackAssessor(own, pack, runs);
    const face = faceIn(80);
    assessor.expect?.(face);
    assert.equal(asked.length, 2);
    await others.take(asked[1]!);
    near(await assessor.assess(face), 80);
    assert.deepEqual(
      own.map(({ network }) => network.runs),
      [1, 0],
    );
  });
});
