import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import {
  type Species,
  type Strength,
  simulateAttack,
} from '../../../../bench/liveness/simulate-recapture.ts';
import { createSeededRandom } from '../../../../bench/seeded-random.ts';
import { decodePhoto } from '../../../../src/faces/engine/decode-photo.ts';
import { createOnnxFaceEngine } from '../../../../src/faces/engine/index.ts';
import { FaceError } from '../../../../src/faces/errors.ts';
import type { FaceEngine, Liveness } from '../../../../src/faces/face-engine.ts';
import { cutFacePhotos } from '../../../support/face-photos.ts';

let dataDir: string;
let engine: FaceEngine;
let photos: readonly Uint8Array[];

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'confere-liveness-'));
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

describe('simulated attacks', () => {
  for (const [kind, strength, least] of [
    ['screen grid', 'medium', 0.5],
    ['screen fine', 'strong', 0.6],
    ['print dots', 'strong', 0.7],
  ] as const satisfies readonly (readonly [Species, Strength, number])[]) {
    test(`${kind}, ${strength}: at least ${least * 100} % are noticed`, async () => {
      let [noticed, found] = [0, 0];
      for (const [index, photo] of photos.entries()) {
        for (const take of ['a', 'b']) {
          const attack = await recapture(photo, kind, strength, `${index}${take}`);
          const liveness = await judge(attack).catch((error: unknown) => {
            if (error instanceof FaceError) return undefined;
            throw error;
          });
          if (liveness === undefined) continue;
          found++;
          if (!liveness.isAlive) noticed++;
        }
      }
      assert.ok(found >= 6, `a face is found in ${found}`);
      assert.ok(noticed / found >= least, `${noticed} of ${found}`);
    });
  }
});

test('the engine says which one it is, and that it is not to be relied on', async () => {
  const { livenessEngine, livenessIsReliable, livenessThreshold } = engine.describe();
  assert.equal(livenessEngine, 'recapture-cues@1');
  assert.equal(livenessIsReliable, false);
  const { engine: named, threshold } = await judge(photos[0] as Uint8Array);
  assert.deepEqual([named, threshold], [livenessEngine, livenessThreshold]);
});

async function judge(photo: Uint8Array): Promise<Liveness> {
  return (await engine.analyse(photo)).liveness;
}

async function recapture(
  photo: Uint8Array,
  kind: Species,
  strength: Strength,
  seed: string,
): Promise<Buffer> {
  const { box } = await engine.analyse(photo);
  const { raster } = await decodePhoto(photo, 1_000_000);
  const face = { raster, centreX: box.x + box.width / 2, centreY: box.y + box.height / 2, width: box.width };
  return await simulateAttack(face, kind, strength, createSeededRandom(seed));
}
