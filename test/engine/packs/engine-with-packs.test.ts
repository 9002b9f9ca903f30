import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import { wholeView } from '../../../src/engine/detect-faces.ts';
import { decodeScrfd, ScrfdDetector } from '../../../src/engine/detect-scrfd.ts';
import type { EnginePacks } from '../../../src/engine/engine-packs.ts';
import { resizeView, throughView } from '../../../src/engine/geometry.ts';
import type { FaceEngine } from '../../../src/engine/index.ts';
import { openNetwork } from '../../../src/engine/onnx-network.ts';
import type { PackManifest } from '../../../src/engine/packs/pack-manifest.ts';
import { publishedPacks } from '../../../src/engine/packs/published-packs.ts';
import {
  toDetectorPack,
  toLivenessNetworks,
  toRecognitionPack,
} from '../../../src/engine/packs/to-engine-pack.ts';
import { Pyramid } from '../../../src/engine/raster.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import {
  detectorManifest,
  hashOf,
  livenessManifest,
  makeLivenessNetwork,
  makeRecognitionNetwork,
  makeScrfdNetwork,
  recognitionManifest,
  testCalibration,
  writeMiniFasNetFolder,
  writePackFolder,
} from './generated-packs.ts';

let folder: string;
let photos: FacePhotos;

describe('an engine with packs', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-pack-engine-'));
    photos = await cutFacePhotos();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  type Of<Role extends PackManifest['role']> = PackManifest & { role: Role };

  async function recognitionPack(name: string, seed: number, size = 112) {
    const network = makeRecognitionNetwork(seed, 64, size);
    const input = { size, colourOrder: 'rgb', mean: [127.5, 127.5, 127.5], std: [128, 128, 128] } as const;
    const manifest = recognitionManifest(name, network, { input } as never) as Of<'recognition'>;
    await writePackFolder(join(folder, name), manifest, network);
    return toRecognitionPack(join(folder, name), manifest, testCalibration);
  }

  async function withEngine(packs: EnginePacks, use: (engine: FaceEngine) => Promise<void>): Promise<void> {
    const engine = createOnnxFaceEngine({ packs, workers: 1, timeoutMs: 60_000 });
    try {
      await use(engine);
    } finally {
      await engine.close();
    }
  }

  describe('an engine with packs', () => {
    it('makes templates by the recognition pack, aligned: a photo that is turned and shrunk still matches', async () => {
      const recognition = await recognitionPack('alpha', 1);
      await withEngine({ recognition }, async (engine) => {
        const [photo, other] = [photos.sameWoman[0], photos.otherWomen[0]!];
        const { width = 0 } = await sharp(photo).metadata();
        const changed = await sharp(photo)
          .rotate(12, { background: '#808080' })
          .resize(Math.round(width * 0.9))
          .jpeg({ quality: 92 })
          .toBuffer();
        const [first, second, third] = [
          await engine.analyse(photo),
          await engine.analyse(changed),
          await engine.analyse(other),
        ];
        assert.equal(first.templateModel, recognition.templateModel);
        assert.equal(first.template.byteLength, 4 * 64);
        const near = engine.compare(first.template, second.template);
        const far = engine.compare(first.template, third.template);
        assert.ok(near.score > 0.95, `${near.score}`);
        assert.ok(far.score < near.score - 0.05, `${far.score}`);
      });
    });

    it('says which networks it uses, with their licences', async () => {
      const liveness = makeLivenessNetwork();
      const manifest = livenessManifest('alive', liveness) as Of<'liveness'>;
      await writePackFolder(join(folder, 'alive'), manifest, liveness);
      const packs = {
        recognition: await recognitionPack('alpha', 1),
        liveness: toLivenessNetworks(join(folder, 'alive'), manifest),
      };
      await withEngine(packs, async (engine) => {
        const { models, livenessEngine, livenessThreshold, scoreThreshold } = engine.describe();
        assert.deepEqual(
          models.filter(({ licence }) => licence === 'CC0-1.0').map(({ role, name }) => [role, name]),
          [
            ['embedding', 'alpha'],
            ['liveness', 'alive'],
          ],
        );
        assert.deepEqual([livenessEngine, livenessThreshold, scoreThreshold], ['alive@1', 0.6, 0.985]);
        const { liveness: judged } = await engine.analyse(photos.sameWoman[0]);
        assert.equal(judged.engine, 'alive@1');
        assert.ok(judged.probability > 0.1 && judged.probability < 1);
      });
    });

    it('networks in the place of MiniFASNet judge the same as a pack and dropped into the folder', async () => {
      const published = publishedPacks.find(({ name }) => name === 'minifasnet') as Of<'liveness'>;
      // They answer differently: whoever mixed up the two, or their views, would get another mean.
      const v2 = makeLivenessNetwork({ score: -2, slope: 0.01 });
      const v1se = makeLivenessNetwork({ score: 1, slope: -0.004 });
      const modelsDir = join(folder, 'dropped');
      const livenessBuilds = await writeMiniFasNetFolder(modelsDir, v2, v1se);
      const names = ['MiniFASNetV2.onnx', 'MiniFASNetV1SE.onnx'];
      const files = published.files.map((file, index) => ({
        ...file,
        name: names[index]!,
        sha256: hashOf([v2, v1se][index]!),
      }));
      const liveness = toLivenessNetworks(modelsDir, { ...published, files });
      const judged: number[][] = [];
      for (const options of [{ packs: { liveness } }, { modelsDir, livenessBuilds }]) {
        const engine = createOnnxFaceEngine({ workers: 1, timeoutMs: 60_000, ...options });
        const probabilities: number[] = [];
        for (const photo of [photos.sameWoman[0], photos.otherWomen[0]!]) {
          probabilities.push((await engine.analyse(photo)).liveness.probability);
        }
        judged.push(probabilities);
        assert.equal(engine.describe().livenessEngine, 'fr-liveness@2+minifasnet@1');
        await engine.close();
      }
      const [asPack, asFolder] = judged as [number[], number[]];
      for (const [index, probability] of asPack.entries()) {
        assert.ok(Math.abs(probability - asFolder[index]!) < 1e-6, judged.join());
      }
      assert.ok(Math.abs(asPack[0]! - asPack[1]!) > 1e-3, `they look at the photo: ${asPack.join()}`);
    });

    it('makes templates by earlier models beside its own, and compares each with its like', async () => {
      const [alpha, beta] = [await recognitionPack('alpha', 1), await recognitionPack('beta', 2)];
      await withEngine({ recognition: beta, otherRecognition: [alpha] }, async (engine) => {
        const models = engine.templateModels();
        assert.deepEqual(models.slice(0, 2), [beta.templateModel, alpha.templateModel]);
        const packaged = models[2]!;
        const analysis = await engine.analyse(photos.sameWoman[0], {
          templateModels: [alpha.templateModel, packaged],
        });
        assert.equal(analysis.templateModel, alpha.templateModel);
        const [other] = analysis.otherTemplates;
        assert.equal(other?.templateModel, packaged);
        const { score } = engine.compare(analysis.template, analysis.template, alpha.templateModel);
        assert.ok(Math.abs(score - 1) < 1e-5);
        assert.throws(
          () => engine.compare(analysis.template, other!.template, alpha.templateModel),
          TypeError,
        );
        await assert.rejects(
          engine.analyse(photos.sameWoman[0], { templateModels: ['nobody@1'] }),
          TypeError,
        );
      });
    });

    it('goes on without an earlier model whose pack is removed while it runs', async () => {
      const [gone, beta] = [await recognitionPack('gone', 4), await recognitionPack('beta', 2)];
      await withEngine({ recognition: beta, otherRecognition: [gone] }, async (engine) => {
        await engine.ready();
        await rm(join(folder, 'gone'), { recursive: true });
        const analyse = () =>
          engine.analyse(photos.sameWoman[0], { templateModels: [beta.templateModel, gone.templateModel] });
        await assert.rejects(analyse(), { code: 'face_engine_busy' });
        // So their templates are made again from the photos.
        assert.equal(engine.templateModels().includes(gone.templateModel), false);
        assert.equal((await engine.analyse(photos.sameWoman[0])).templateModel, beta.templateModel);
      });
    });

    it('the scalar product of search vectors is the score, for packs and packaged networks', async () => {
      await withEngine({ otherRecognition: [await recognitionPack('alpha', 1)] }, async (engine) => {
        for (const model of engine.templateModels()) {
          const [a, b] = [
            (await engine.analyse(photos.sameWoman[0], { templateModels: [model] })).template,
            (await engine.analyse(photos.otherWomen[0]!, { templateModels: [model] })).template,
          ];
          const [x, y] = [engine.searchVector(a, model), engine.searchVector(b, model)];
          const product = x.values.reduce((sum, value, index) => sum + value * y.values[index]!, 0);
          const { score, similarity } = engine.compare(a, b, model);
          assert.ok(Math.abs(product + x.offset + y.offset - score) < 1e-4, model);
          if (similarity > 1e-12)
            assert.ok(Math.abs(engine.scoreAt(similarity, model) - score) < 1e-6, model);
          assert.ok(Math.abs(engine.scoreAt(0.5, model) - engine.describe(model).scoreThreshold) < 1e-9);
        }
      });
    });

    it('a network of another size is aligned to the same template', async () => {
      const recognition = await recognitionPack('wide', 1, 224);
      assert.ok(Math.abs(recognition.points[0]!.x - ((38.2946 + 0.5) * 2 - 0.5)) < 1e-9);
      await withEngine({ recognition }, async (engine) => {
        assert.equal((await engine.analyse(photos.sameWoman[0])).template.byteLength, 256);
      });
    });

    it('finds the face where a detector of SCRFD kind says it is', async () => {
      const photo = photos.sameWoman[0];
      const packaged: { x: number; y: number; width: number; height: number }[] = [];
      await withEngine({}, async (engine) => void packaged.push((await engine.analyse(photo)).box));
      const box = packaged[0]!;
      const { width = 0, height = 0 } = await sharp(photo).metadata();
      // Where the face lies in a square of 320 that holds the photo.
      const scale = 320 / Math.max(width, height);
      const place = (x: number, y: number): [number, number] => [
        (x - width / 2) * scale + 160,
        (y - height / 2) * scale + 160,
      ];
      const planned = {
        box: [...place(box.x, box.y), ...place(box.x + box.width, box.y + box.height)] as const,
        eyes: [
          ...place(box.x + box.width * 0.3, box.y + box.height * 0.35),
          ...place(box.x + box.width * 0.7, box.y + box.height * 0.35),
        ] as const,
        score: 0.9,
      };
      const network = makeScrfdNetwork(320, [planned]);
      const manifest = detectorManifest('finder', network, 320) as Of<'detector'>;
      await writePackFolder(join(folder, 'finder'), manifest, network);
      await withEngine({ detector: toDetectorPack(join(folder, 'finder'), manifest) }, async (engine) => {
        const found = await engine.analyse(photo);
        // The landmarks settle where exactly: the two may differ by a little.
        const overlap = (axis: 'x' | 'y', size: 'width' | 'height') =>
          Math.min(found.box[axis] + found.box[size], box[axis] + box[size]) -
          Math.max(found.box[axis], box[axis]);
        const shared = overlap('x', 'width') * overlap('y', 'height');
        assert.ok(shared > 0.7 * box.width * box.height, JSON.stringify([found.box, box]));
        assert.equal(engine.describe().models.find(({ role }) => role === 'detector')?.name, 'finder');
      });
    });
  });

  describe('detectors of SCRFD kind', () => {
    const size = 128;
    const faces = [
      { box: [16, 16, 48, 56], eyes: [26, 30, 38, 30], score: 0.9 },
      { box: [80, 70, 112, 110], eyes: [90, 84, 102, 84], score: 0.7 },
      { box: [70, 10, 90, 30], eyes: [75, 15, 85, 15], score: 0.2 },
    ] as const;

    it('each face is found once, in pixels of the photo, and unlikely ones are not', async () => {
      const network = makeScrfdNetwork(size, faces);
      const manifest = detectorManifest('plan', network, size) as Of<'detector'>;
      await writePackFolder(join(folder, 'plan'), manifest, network);
      const pack = toDetectorPack(join(folder, 'plan'), manifest);
      const detector = new ScrfdDetector(await openNetwork(pack.file, size), pack);
      const pyramid = new Pyramid({ width: 512, height: 512, pixels: new Uint8Array(3 * 512 * 512) });
      const found = await detector.detect(pyramid, wholeView(pyramid));
      assert.equal(found.length, 2);
      for (const [index, face] of found.entries()) {
        const { box, eyes, score } = faces[index]!;
        assert.ok(Math.abs(face.score - score) < 0.1);
        assert.ok(Math.abs(face.width - 4 * (box[2] - box[0])) < 4);
        assert.ok(Math.abs(face.height - 4 * (box[3] - box[1])) < 4);
        assert.ok(Math.abs(face.centre.x - 2 * (box[0] + box[2])) < 4);
        assert.ok(Math.abs(face.rightEye.x - 4 * eyes[0]) < 4);
        assert.ok(Math.abs(face.leftEye.y - 4 * eyes[3]) < 4);
        assert.ok(face.rightEye.x < face.leftEye.x);
      }
    });

    it('outputs of other lengths than the strides give are refused', () => {
      const pack = { input: { size: 32 } as never, strides: [8], anchorsPerCell: 2 };
      const outputs = { a: new Float32Array(32), b: new Float32Array(128), c: new Float32Array(10) };
      assert.throws(() => decodeScrfd(outputs, ['a', 'b', 'c'], pack), /Output c/);
      assert.throws(() => decodeScrfd(outputs, ['a', 'b'], pack), /2 outputs/);
    });

    it('a view of another size shows the same part of the photo', () => {
      const view = { a: 1.5, b: -0.4, c: 30, d: 0.4, e: 1.5, f: -7 };
      const finer = resizeView(view, 256, 640);
      // Both corners of the picture, half a pixel outside the outermost centres.
      for (const [corner, finerCorner] of [
        [-0.5, -0.5],
        [255.5, 639.5],
      ] as const) {
        const expected = throughView(view, { x: corner, y: corner });
        const actual = throughView(finer, { x: finerCorner, y: finerCorner });
        assert.ok(Math.abs(expected.x - actual.x) < 1e-9 && Math.abs(expected.y - actual.y) < 1e-9);
      }
    });
  });
});
