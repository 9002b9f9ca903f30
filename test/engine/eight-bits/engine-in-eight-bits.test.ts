import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FaceEngine } from '../../../src/engine/face-engine.ts';
import { createOnnxFaceEngine } from '../../../src/engine/index.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { shareConvertedModels } from '../../support/share-converted-models.ts';

const own = 'confere-default-8bit@1';
const inFloat = 'confere-default@3';

describe('an engine whose recognition and liveness run in eight bits', () => {
  let dataDir: string;
  let photos: FacePhotos;
  let engine: FaceEngine;
  let float: FaceEngine;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'confere-eight-bits-'));
    await shareConvertedModels(dataDir);
    photos = await cutFacePhotos();
    const packs = { eightBits: { recognition: true, liveness: true } };
    engine = createOnnxFaceEngine({ dataDir, workers: 2, timeoutMs: 60_000, packs });
    float = createOnnxFaceEngine({ dataDir, workers: 1, timeoutMs: 60_000 });
    await engine.ready();
  });

  after(async () => {
    await engine.close();
    await float.close();
    await rm(dataDir, { recursive: true });
  });

  test('names its model, its liveness and both networks, and keeps the model of float32 beside them', () => {
    const { templateModel, livenessEngine, livenessThreshold, models, scoreThreshold } = engine.describe();
    assert.deepEqual([templateModel, livenessEngine], [own, 'fr-liveness-8bit@1']);
    assert.deepEqual(
      models.filter(({ role }) => ['embedding', 'liveness'].includes(role)).map(({ name }) => name),
      ['fr_feature-8bit', 'fr_liveness-8bit'],
    );
    assert.deepEqual(engine.templateModels().slice(0, 2), [own, inFloat]);
    assert.ok(float.templateModels().includes(own), 'its templates may still be stored');
    assert.notEqual(scoreThreshold, float.describe().scoreThreshold);
    assert.ok(livenessThreshold > 0);
  });

  test('tells people apart', async () => {
    const [first, second] = await Promise.all(photos.sameWoman.map((photo) => engine.analyse(photo)));
    assert.equal(first!.templateModel, own);
    assert.ok(engine.compare(first!.template, second!.template).similarity > 0.99);
    for (const photo of photos.otherWomen) {
      const other = await engine.analyse(photo, { isReceived: true });
      assert.ok(engine.compare(first!.template, other.template).similarity < 0.2);
    }
  });

  test('makes the same templates as an engine that keeps it for stored ones, whoever runs the network', async () => {
    const [photo] = photos.sameWoman;
    // One at a time, so that the idle worker takes the runs of the other one.
    for (let round = 0; round < 3; round++) {
      const here = await engine.analyse(photo, { templateModels: [own, inFloat] });
      const there = await float.analyse(photo, { templateModels: [own, inFloat] });
      assert.deepEqual(here.template, there.template);
      assert.deepEqual(here.otherTemplates, there.otherTemplates);
      assert.notDeepEqual(here.template, here.otherTemplates[0]!.template);
    }
  });

  test('judges liveness nearly as float32 does', async () => {
    for (const photo of [...photos.sameWoman, ...photos.otherWomen]) {
      const [here, there] = [await engine.analyse(photo), await float.analyse(photo)];
      assert.equal(here.liveness.engine, 'fr-liveness-8bit@1');
      assert.ok(Math.abs(here.liveness.probability - there.liveness.probability) < 0.3);
      assert.equal(here.liveness.isAlive, there.liveness.isAlive);
    }
  });
});
