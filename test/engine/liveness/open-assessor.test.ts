import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import type { LivenessNetworks } from '../../../src/engine/engine-packs.ts';
import type { FaceEngine, Liveness } from '../../../src/engine/face-engine.ts';
import { fuseLiveness, usesDefaultNetwork } from '../../../src/engine/liveness/open-assessor.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';

let engine: FaceEngine;
let photos: readonly Uint8Array[];

describe('the assessor of liveness', () => {
  before(async () => {
    engine = createOnnxFaceEngine({ workers: 2 });
    await engine.ready();
    const { sameWoman, otherWomen } = await cutFacePhotos();
    photos = [sameWoman[0], ...otherWomen];
  });

  after(async () => {
    await engine.close();
  });

  describe('genuine photos', () => {
    const ways: Record<string, (image: Sharp) => Sharp> = {
      'as they are': (image) => image,
      'recompressed at 60': (image) => image.jpeg({ quality: 60 }),
      'as WebP': (image) => image.webp({ quality: 75 }),
      'twice as large': (image) => image.resize(748),
      'a third smaller': (image) => image.resize(250),
      darker: (image) => image.linear(0.6, 0),
      warmer: (image) => image.modulate({ saturation: 1.3 }).tint('#fff0e0'),
      sharpened: (image) => image.sharpen({ sigma: 1 }),
      'turned by a quarter': (image) => image.rotate(90),
      'turned by a quarter the other way': (image) => image.rotate(270),
    };
    for (const [name, change] of Object.entries(ways)) {
      test(`${name} count as live`, async () => {
        for (const photo of photos) {
          const { probability, isAlive } = await judge(await change(sharp(photo)).toBuffer());
          assert.ok(isAlive, `probability ${probability}`);
        }
      });
    }
  });

  test('the engine says which one it is', async () => {
    const { livenessEngine, livenessThreshold } = engine.describe();
    assert.equal(livenessEngine, 'fr-liveness@2');
    const { engine: named, threshold } = await judge(photos[0] as Uint8Array);
    assert.deepEqual([named, threshold], [livenessEngine, livenessThreshold]);
  });

  const spoof = join(import.meta.dirname, '../../../../shared/data/models/minifasnet/sample-spoof-F1.jpg');

  test('a spoofed face that is cut out and surrounded by its blurred edges counts as no live one', {
    skip: !existsSync(spoof) && 'a real spoofed photo is not here',
  }, async () => {
    const photo = await readFile(spoof);
    const { box } = await engine.analyse(photo);
    const [width, height] = [box.width, box.height].map((side) => Math.round(side * 1.15)) as [
      number,
      number,
    ];
    const left = Math.round(box.x - (width - box.width) / 2);
    const top = Math.round(box.y - (height - box.height) / 2);
    const cut = await sharp(photo).extract({ left, top, width, height }).toBuffer();
    const margin = Math.round(width * 0.6);
    const sides = { left: margin, right: margin, top: margin, bottom: margin };
    const wide = await sharp(cut)
      .extend({ ...sides, extendWith: 'copy' })
      .toBuffer();
    const surrounded = await sharp(
      await sharp(wide)
        .blur(width / 12)
        .toBuffer(),
    )
      .composite([{ input: cut, left: margin, top: margin }])
      .jpeg({ quality: 90 })
      .toBuffer();
    const { probability, isAlive } = await judge(surrounded);
    assert.ok(!isAlive, `probability ${probability}`);
  });

  test('the mean log odds of the networks decide, or less where the face alone gets less', () => {
    assert.equal(fuseLiveness([0.9], 0.95), 0.9);
    assert.equal(fuseLiveness([0.9], 0.3), 0.3);
    assert.ok(Math.abs(fuseLiveness([0.8, 0.2], 1) - 0.5) < 1e-9);
    assert.equal(fuseLiveness([0.8, 0.8], 0.1), 0.1);
    assert.ok(Math.abs(fuseLiveness([1, 0], 1) - 0.5) < 1e-9, 'no network is believed without bound');
  });

  async function judge(photo: Uint8Array): Promise<Liveness> {
    return (await engine.analyse(photo)).liveness;
  }

  describe('the default network judges', () => {
    const pack = (engine: string) => ({ engine }) as LivenessNetworks;
    const cases: [string, LivenessNetworks | undefined, boolean][] = [
      ['by default', undefined, true],
      ['beside MiniFASNet', pack('minifasnet@1'), true],
      ["not beside the operator's own pack", pack('own@1'), false],
    ];
    for (const [name, found, uses] of cases) test(name, () => assert.equal(usesDefaultNetwork(found), uses));
  });
});
