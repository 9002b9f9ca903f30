import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { defaultFaceTemplates } from '../../src/engine/face-template.ts';
import { findTemplate, partsOf } from '../../src/engine/index.ts';
import type { PackManifest } from '../../src/engine/packs/pack-manifest.ts';
import { toRecognitionPack } from '../../src/engine/packs/to-engine-pack.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import {
  makeRecognitionNetwork,
  recognitionManifest,
  testCalibration,
  writePackFolder,
} from './packs/generated-packs.ts';

const shares = { default: 0.75, pack: 0.25 };

describe('the default network and a pack together', () => {
  it('make one template of both; each part is comparable alone, and no network runs twice', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-fused-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const network = makeRecognitionNetwork(1, 40);
    const output = { kind: 'embedding', values: 40 };
    const manifest = recognitionManifest('alpha', network, { output } as never) as PackManifest & {
      role: 'recognition';
    };
    await writePackFolder(join(folder, 'alpha'), manifest, network);
    const pack = toRecognitionPack(join(folder, 'alpha'), manifest, testCalibration);
    const expectedLikeness = [
      { people: 8, likeness: 0.1 },
      { people: 20, likeness: 0.2 },
    ];
    const beside = { pack, shares, calibration: { ...testCalibration, expectedLikeness } };
    const engine = createOnnxFaceEngine({
      packs: { beside },
      workers: 1,
      timeoutMs: 60_000,
    });
    t.after(() => engine.close());
    const fused = `${defaultFaceTemplates.templateModel}&${pack.templateModel}`;
    const [first, second] = (await cutFacePhotos()).sameWoman;
    const of = async (photo: Uint8Array, ...templateModels: string[]) => {
      const analysis = await engine.analyse(photo, { templateModels });
      return [analysis, ...analysis.otherTemplates].map(({ template }) => template);
    };

    assert.deepEqual(engine.templateModels().slice(0, 3), [
      fused,
      defaultFaceTemplates.templateModel,
      pack.templateModel,
    ]);
    const [both, byDefault] = (await of(first, fused, defaultFaceTemplates.templateModel)) as [
      Uint8Array,
      Uint8Array,
    ];
    const [byPack] = await of(first, pack.templateModel);
    assert.equal(both.byteLength, 4 * (512 + 40));
    const made = { template: both, templateModel: fused };
    assert.deepEqual(
      partsOf(made).map(({ template }) => Buffer.from(template)),
      [Buffer.from(byDefault), Buffer.from(byPack!)],
    );
    assert.equal(findTemplate([made], 'other@1'), undefined);

    const [others] = (await of(second, fused)) as [Uint8Array];
    const parts = partsOf({ template: others, templateModel: fused });
    const alone = [byDefault, byPack!].map(
      (template, index) =>
        engine.compare(template, parts[index]!.template, parts[index]!.templateModel).score,
    ) as [number, number];
    const { score } = engine.compare(both, others);
    assert.ok(Math.abs(score - (0.75 * alone[0] + 0.25 * alone[1])) < 1e-6);
    const [a, b] = [both, others].map((template) => engine.searchVector(template).values);
    assert.ok(Math.abs(a!.reduce((sum, value, index) => sum + value * b![index]!, 0) - score) < 1e-5);

    const { models, restsOn, templateModel } = engine.describe();
    assert.equal(templateModel, fused);
    assert.deepEqual(
      models.filter(({ role }) => role === 'embedding').map(({ name }) => name),
      [
        engine.describe(defaultFaceTemplates.templateModel).models.find(({ role }) => role === 'embedding')!
          .name,
        'alpha',
      ],
    );
    assert.equal(restsOn, 'calibration photos');
    assert.equal(engine.describe(defaultFaceTemplates.templateModel).restsOn, 'press photos');

    const members = [both, others].map((template, index) => ({
      id: `${index}`,
      person: `${index}`,
      template,
    }));
    const cohort = await engine.openCohort(members, { duplicateSimilarity: 0.9 });
    const [own] = cohort!.likenessesOf(engine.searchVector(both).values);
    assert.ok(Math.abs(own! - 1) < 1e-4);
    assert.equal(
      await engine.openCohort([], { duplicateSimilarity: 0.9, templateModel: pack.templateModel }),
      undefined,
    );
  });

  it('a mirrored copy gives other templates, under another name', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-mirrored-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const network = makeRecognitionNetwork(1);
    const manifest = recognitionManifest('alpha', network) as PackManifest & { role: 'recognition' };
    await writePackFolder(join(folder, 'alpha'), manifest, network);
    const plain = toRecognitionPack(join(folder, 'alpha'), manifest, testCalibration);
    const mirrored = toRecognitionPack(join(folder, 'alpha'), manifest, {
      ...testCalibration,
      usesMirroredCopy: true,
    });
    assert.notEqual(mirrored.templateModel, plain.templateModel);
    const packs = { recognition: mirrored, otherRecognition: [plain] };
    const engine = createOnnxFaceEngine({ packs, workers: 1, timeoutMs: 60_000 });
    t.after(() => engine.close());
    const [photo] = (await cutFacePhotos()).sameWoman;
    const templateModels = [mirrored.templateModel, plain.templateModel];
    const { template, otherTemplates } = await engine.analyse(photo, { templateModels });
    assert.notDeepEqual(Buffer.from(template), Buffer.from(otherTemplates[0]!.template));
    assert.equal(engine.compare(template, template).score.toFixed(4), '1.0000');
  });
});
