import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import type { FaceEngine } from '../../src/engine/face-engine.ts';
import { analyseMutated } from '../endurance/analyse-mutated.ts';
import { createSoundPhotos, mutatePhoto } from '../endurance/mutate-photo.ts';
import { cutFacePhotos } from '../support/face-photos.ts';

let engine: FaceEngine;

before(async () => {
  engine = createOnnxFaceEngine({ workers: 2, timeoutMs: 60_000 });
  await engine.ready();
});

after(async () => {
  await engine.close();
});

test('120 mutated photos each end in a documented code, and the engine goes on', async () => {
  const { sameWoman } = await cutFacePhotos();
  const sound = await createSoundPhotos(sameWoman[0]);
  const outcomes = new Set<string>();
  for (let index = 0; index < 120; index += 2) {
    const pair = [index, index + 1].map((seed) => mutatePhoto(sound, createSeededRandom(seed)));
    for (const { engine: outcome } of await Promise.all(
      pair.map((photo) => analyseMutated(engine, photo, 40_000_000)),
    )) {
      outcomes.add(outcome);
    }
  }
  assert.ok(outcomes.has('analysed') && outcomes.has('image_undecodable'));
  const { box } = await engine.analyse(sameWoman[1]);
  assert.ok(box.width > 0);
});
