import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { EnginePacks, LivenessNetworks } from '../../../src/engine/engine-packs.ts';
import type { FaceEngine, Liveness } from '../../../src/engine/face-engine.ts';
import { createOnnxFaceEngine } from '../../../src/engine/index.ts';
import { chooseLiveness, type LivenessChoice } from '../../../src/engine/liveness/open-assessor.ts';
import type { LivenessPack } from '../../../src/engine/packs/find-liveness-pack.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { shareConvertedModels } from '../../support/share-converted-models.ts';

let dataDir: string;
let engine: FaceEngine;
let photos: readonly Uint8Array[];

describe('the assessor of liveness', () => {
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'confere-liveness-'));
    await shareConvertedModels(dataDir);
    engine = createOnnxFaceEngine({ dataDir, workers: 2 });
    await engine.ready();
    const { sameWoman, otherWomen } = await cutFacePhotos();
    photos = [...sameWoman, ...otherWomen];
  });

  after(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true });
  });

  describe('genuine photos', () => {
    const ways: Record<string, (image: Sharp) => Sharp> = {
      'as they are': (image) => image,
      grey: (image) => image.greyscale(),
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

  test('the engine says which one it is, and that it is not to be relied on', async () => {
    const { livenessEngine, livenessIsReliable, livenessThreshold } = engine.describe();
    assert.equal(livenessEngine, 'fr-liveness@1');
    assert.equal(livenessIsReliable, false);
    const { engine: named, threshold } = await judge(photos[0] as Uint8Array);
    assert.deepEqual([named, threshold], [livenessEngine, livenessThreshold]);
  });

  async function judge(photo: Uint8Array): Promise<Liveness> {
    return (await engine.analyse(photo)).liveness;
  }

  describe('chooseLiveness', () => {
    const dropped = { kind: 'minifasnet' } as LivenessPack;
    const pack = (engine: string) => ({ liveness: { engine } as LivenessNetworks });
    const cases: [string, LivenessPack, EnginePacks, LivenessChoice][] = [
      ['the packaged network by default', { kind: 'packaged' }, {}, { usesPackage: true, usesPack: false }],
      ['both with MiniFASNet in the folder', dropped, {}, { usesPackage: true, usesPack: true }],
      [
        'both with MiniFASNet as a pack',
        { kind: 'packaged' },
        pack('minifasnet@1'),
        { usesPackage: true, usesPack: true },
      ],
      [
        "the operator's own pack alone",
        { kind: 'packaged' },
        pack('own@1'),
        { usesPackage: false, usesPack: true },
      ],
    ];
    for (const [name, found, packs, choice] of cases) {
      test(`is ${name}`, () => assert.deepEqual(chooseLiveness(found, packs), choice));
    }
  });
});
