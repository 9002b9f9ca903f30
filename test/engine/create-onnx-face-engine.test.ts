import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import {
  createOnnxFaceEngine,
  type OnnxFaceEngineOptions,
} from '../../src/engine/create-onnx-face-engine.ts';
import { EngineError } from '../../src/engine/errors.ts';
import type { FaceAnalysis, FaceEngine } from '../../src/engine/face-engine.ts';
import { defaultFaceTemplates } from '../../src/engine/face-template.ts';
import { toRecognitionPack } from '../../src/engine/packs/to-engine-pack.ts';
import { AppError } from '../../src/platform/errors.ts';
import { cutFacePhotos, type FacePhotos, readSamplePhoto } from '../support/face-photos.ts';
import {
  makeLivenessNetwork,
  recognitionManifest,
  scoreOf,
  testCalibration,
  writeMiniFasNetFolder,
} from './packs/generated-packs.ts';

let dataDir: string;
let photos: FacePhotos;
let engine: FaceEngine;
const started: FaceEngine[] = [];
let first: FaceAnalysis;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'confere-engine-'));
  photos = await cutFacePhotos();
  engine = await start({ workers: 2, timeoutMs: 60_000 });
  first = await engine.analyse(photos.sameWoman[0]);
});

after(async () => {
  // Those of tests that failed, too: their threads would keep the process.
  for (const one of started) await one.close();
  await rm(dataDir, { recursive: true });
});

test("the networks' threads let others go first, and the main thread keeps its priority", {
  skip: process.platform !== 'linux' && 'threads have no priority of their own',
}, () => {
  const priorities = readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return [getPriority(Number(thread))];
    } catch {
      // It has ended: threads that decode come and go.
      return [];
    }
  });
  const lowered = Math.max(getPriority(), 2);
  assert.ok(priorities.filter((priority) => priority === lowered).length >= 2, String(priorities));
  assert.ok(getPriority(process.pid) <= Math.min(...priorities));
});

describe('who is who', () => {
  test('two photos of the same woman from different days match', async () => {
    const second = await engine.analyse(photos.sameWoman[1]);
    assert.ok(engine.compare(first.template, second.template).similarity > 0.5);
    assertNear(likenessOf(first, second), 0.68, 0.02);
  });

  test('four other women match neither her nor each other', async () => {
    const others = await Promise.all(photos.otherWomen.map((photo) => engine.analyse(photo)));
    const all = [first, ...others];
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        assert.ok(engine.compare(a.template, b.template).similarity < 0.2);
        assert.ok(likenessOf(a, b) < 0.3);
      }
    }
  });

  test('a received photo is analysed in less time, as good for the default', async () => {
    // A glance settles the second of them.
    const [other, photo] = photos.sameWoman;
    const [two, one] = [await engine.analyse(photo), await engine.analyse(photo, { isReceived: true })];
    assert.notDeepEqual(one.template, two.template);
    assert.ok(engine.compare(one.template, two.template).score > 0.97);
    assert.ok(engine.isCopy(one.fingerprint, two.fingerprint));
    const received = await engine.analyse(other, { isReceived: true });
    assert.ok(engine.compare(two.template, received.template).similarity > 0.99);
  });

  test('of pairs of the photos as phones may take them, all are told apart', async () => {
    const people = [photos.sameWoman, ...photos.otherWomen.map((photo) => [photo])];
    const takes: ((photo: Uint8Array) => Promise<Uint8Array>)[] = [
      async (photo) => photo,
      (photo) => sharp(photo).linear(0.6, 0).jpeg({ quality: 60 }).toBuffer(),
      (photo) => sharp(photo).blur(1.2).rotate(8, { background: '#808080' }).jpeg({ quality: 85 }).toBuffer(),
      (photo) => sharp(photo).resize({ width: 240 }).flop().linear(1.2, 10).jpeg({ quality: 75 }).toBuffer(),
    ];
    const templates = await Promise.all(
      people.map((taken) =>
        Promise.all(
          taken.flatMap((photo) =>
            takes.map(async (take) => (await engine.analyse(await take(photo))).template),
          ),
        ),
      ),
    );
    const all = templates.flatMap((ofOne, person) => ofOne.map((template) => ({ person, template })));
    const counts = { same: 0, found: 0, different: 0, wrong: 0 };
    for (const [index, a] of all.entries()) {
      for (const b of all.slice(index + 1)) {
        const isMatch = engine.compare(a.template, b.template).similarity >= 0.5;
        counts[a.person === b.person ? 'same' : 'different'] += 1;
        if (isMatch) counts[a.person === b.person ? 'found' : 'wrong'] += 1;
      }
    }
    assert.deepEqual(counts, { same: 52, found: 52, different: 224, wrong: 0 });
  });
});

describe('what a photo may look like', () => {
  const variants: Record<
    string,
    { change: (photo: Uint8Array) => Promise<Uint8Array>; leastLikeness: number }
  > = {
    'turned on its side with an EXIF note': {
      change: async (photo) =>
        sharp(await sharp(photo).rotate(90).jpeg({ quality: 92 }).toBuffer())
          .withMetadata({ orientation: 8 })
          .toBuffer(),
      leastLikeness: 0.99,
    },
    'turned on its side without a note': {
      change: (photo) => sharp(photo).rotate(270).jpeg({ quality: 92 }).toBuffer(),
      leastLikeness: 0.98,
    },
    'in a PNG with transparency': {
      change: (photo) => sharp(photo).ensureAlpha().png().toBuffer(),
      leastLikeness: 0.998,
    },
    'in a 16-bit PNG': {
      change: (photo) => sharp(photo).toColourspace('rgb16').png().toBuffer(),
      leastLikeness: 0.998,
    },
    'in a WebP': { change: (photo) => sharp(photo).webp({ quality: 90 }).toBuffer(), leastLikeness: 0.98 },
    'in an AVIF': { change: (photo) => sharp(photo).avif({ quality: 70 }).toBuffer(), leastLikeness: 0.97 },
    grey: { change: (photo) => sharp(photo).greyscale().toBuffer(), leastLikeness: 0.96 },
    'in CMYK': {
      change: (photo) => sharp(photo).toColourspace('cmyk').jpeg({ quality: 92 }).toBuffer(),
      leastLikeness: 0.95,
    },
    'four times as large': {
      change: (photo) => sharp(photo).resize({ width: 1500 }).toBuffer(),
      leastLikeness: 0.99,
    },
    'filling the frame': {
      change: (photo) => sharp(photo).extract({ left: 85, top: 85, width: 204, height: 204 }).toBuffer(),
      leastLikeness: 0.93,
    },
  };
  for (const [name, { change, leastLikeness }] of Object.entries(variants)) {
    test(`a photo ${name} gives nearly the same template`, async () => {
      const analysis = await engine.analyse(await change(photos.sameWoman[0]));
      const likeness = likenessOf(first, analysis);
      assert.ok(likeness >= leastLikeness, `likeness ${likeness}`);
      assert.ok(engine.compare(first.template, analysis.template).similarity > 0.9);
    });
  }

  test('a small face in a large photo is read at full size', async () => {
    const face = await sharp(photos.sameWoman[0]).toBuffer();
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888' } })
      .composite([{ input: face, left: 1700, top: 1200 }])
      .jpeg({ quality: 92 })
      .toBuffer();
    const analysis = await engine.analyse(photo);
    assert.deepEqual(analysis.photo, { width: 4000, height: 3000 });
    assertNear(analysis.box.x, 1700 + first.box.x, 6);
    assertNear(analysis.box.y, 1200 + first.box.y, 6);
    assertNear(analysis.quality.eyeDistancePx, first.quality.eyeDistancePx, 3);
    assert.ok(likenessOf(first, analysis) > 0.97);
  });

  test('the figures of a photo describe it', () => {
    const { quality, box, photo } = first;
    assert.deepEqual(photo, { width: 374, height: 374 });
    assert.ok(box.x > 0 && box.y > 0 && box.x + box.width < 374 && box.y + box.height < 374);
    assertNear(quality.eyeDistancePx, 81, 4);
    assertNear(quality.faceWidthShare, quality.faceWidthPx / 374, 1e-9);
    assert.ok(quality.sharpness > 50 && quality.contrast > 20 && quality.brightness > 50);
    assert.ok(quality.detectionScore > 0.6 && quality.detectionScore <= 1);
  });
});

describe('bad photos are refused, each with its code', () => {
  const cases: Record<string, { code: string; photo: () => Promise<Uint8Array>; detail?: RegExp }> = {
    'cut short': { code: 'image_undecodable', photo: async () => photos.sameWoman[0].subarray(0, 12_000) },
    'no picture': { code: 'image_undecodable', photo: async () => Buffer.from('<svg></svg> nothing') },
    'drawn as SVG': {
      code: 'image_undecodable',
      photo: async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"></svg>'),
    },
    empty: { code: 'image_undecodable', photo: async () => new Uint8Array() },
    'of a wall': { code: 'face_not_found', photo: () => plain(800, 600) },
    'one pixel wide': { code: 'face_not_found', photo: () => plain(1, 1) },
    'of three people': { code: 'multiple_faces', photo: () => readSamplePhoto(1) },
    'of a face of few pixels': {
      code: 'face_too_small',
      detail: /^The eyes are \d+ pixels apart; a comparison needs 22, a reference photo more$/,
      photo: async () =>
        sharp(await sharp(photos.sameWoman[0]).resize(96).toBuffer())
          .jpeg()
          .toBuffer(),
    },
    'without any sharpness': {
      code: 'face_too_blurred',
      detail: /^The face has a sharpness of \d; a comparison needs 8, a reference photo more$/,
      photo: () => sharp(photos.otherWomen[2]).blur(6).jpeg().toBuffer(),
    },
  };
  for (const [name, { code, photo, detail }] of Object.entries(cases)) {
    test(`a photo ${name} is ${code}`, async () => {
      await assert.rejects(
        engine.analyse(await photo()),
        (error) =>
          error instanceof AppError && error.code === code && (detail?.test(error.detail ?? '') ?? true),
      );
    });
  }
});

describe('work under load', () => {
  test('the caller keeps its bytes, and may change them at once', async () => {
    const photo = Buffer.from(photos.sameWoman[0]);
    const running = engine.analyse(photo);
    assert.equal(photo.byteLength, photos.sameWoman[0].byteLength);
    photo.fill(0);
    assert.deepEqual((await running).template, first.template);
  });

  test('more photos than the queue takes are refused with a time to try again', async () => {
    const small = await start({ workers: 1, maxQueue: 1 });
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => small.analyse(photos.sameWoman[0])));
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.equal(refused.length, 2);
    for (const { reason } of refused) {
      assert.ok(reason instanceof EngineError);
      assert.equal(reason.code, 'face_engine_busy');
      assert.equal(reason.retryAfterSeconds, 1);
    }
    assert.ok(await small.analyse(photos.sameWoman[0]), 'there is room again');
    await small.close();
  });

  test('a photo that takes longer than allowed is given up, and the next one is analysed', async () => {
    const large = await sharp(photos.sameWoman[0]).resize(6000, 6000).png({ progressive: true }).toBuffer();
    // A fixed limit would be long enough on a fast machine: a sixth of what the photo takes here.
    const startedMs = performance.now();
    await engine.analyse(large);
    const timeoutMs = Math.ceil((performance.now() - startedMs) / 6);
    const hasty = await start({ workers: 1, timeoutMs });
    await assert.rejects(
      hasty.analyse(large),
      (error) => error instanceof EngineError && error.code === 'face_engine_timeout',
    );
    const untilMs = performance.now() + 600_000;
    const again = async (): Promise<FaceAnalysis> =>
      hasty.analyse(photos.sameWoman[0]).catch((error: unknown) => {
        // Where each photo takes longer than allowed, the test would never end.
        if (performance.now() > untilMs) throw error;
        return again();
      });
    assert.deepEqual((await again()).template, first.template);
    await hasty.close();
  });

  test('closing waits for what runs and refuses what comes', async () => {
    const closing = await start({ workers: 1 });
    const running = [closing.analyse(photos.sameWoman[0]), closing.analyse(photos.sameWoman[1])];
    const closed = closing.close();
    await assert.rejects(closing.analyse(photos.sameWoman[0]), EngineError);
    const analyses = await Promise.all(running);
    assert.deepEqual(analyses[0]?.template, first.template);
    await closed;
    assert.equal(closing.isReady(), false);
  });

  test('closing before the networks are loaded ends cleanly', async () => {
    const closing = createOnnxFaceEngine({ workers: 1 });
    await closing.close();
    assert.equal(closing.isReady(), false);
  });

  test('networks that cannot be loaded make ready reject, and every analysis with it', async () => {
    const network = { path: join(dataDir, 'none.onnx'), sha256: '0'.repeat(64) };
    const recognition = {
      ...toRecognitionPack(dataDir, recognitionManifest('none', new Uint8Array()), testCalibration),
      file: network,
    };
    const broken = createOnnxFaceEngine({ workers: 1, packs: { recognition } });
    await assert.rejects(broken.ready());
    await assert.rejects(broken.analyse(photos.sameWoman[0]));
    assert.equal(broken.isReady(), false);
    await broken.close();
  });
});

describe('liveness', () => {
  test('the packaged network lets genuine photos pass', () => {
    const { livenessEngine, livenessThreshold, models } = engine.describe();
    assert.deepEqual(
      { ...first.liveness, probability: 0 },
      { probability: 0, isAlive: true, threshold: livenessThreshold, engine: livenessEngine },
    );
    assert.deepEqual(
      models.filter(({ origin }) => origin !== undefined).map(({ role, name }) => [role, name]),
      [
        ['embedding', 'fr_feature'],
        ['liveness', 'fr_liveness'],
      ],
    );
  });

  test('with the two networks of the folder, the mean log odds of theirs and of the packaged one decide', async () => {
    const odds: number[] = [];
    for (const [v2, v1se, isAlive] of [
      [0.9, 0.5, true],
      [0.05, 0.95, true],
      [0.0003, 0.0005, false],
      [0.0001, 0.0001, false],
    ] as const) {
      const modelsDir = join(dataDir, `networks-${v2}`);
      const livenessBuilds = await writeMiniFasNetFolder(
        modelsDir,
        makeLivenessNetwork({ score: scoreOf(v2), slope: 0 }),
        makeLivenessNetwork({ score: scoreOf(v1se), slope: 0 }),
      );
      const options = { workers: 1, timeoutMs: 60_000, livenessThreshold: 0.7 };
      const reliable = await start({ ...options, modelsDir, livenessBuilds });
      const { livenessEngine, models } = reliable.describe();
      assert.deepEqual(
        models.filter(({ role }) => role === 'liveness').map(({ name }) => name),
        ['fr_liveness', 'MiniFASNetV2', 'MiniFASNetV1SE'],
      );
      const { liveness } = await reliable.analyse(photos.sameWoman[0]);
      odds.push(liveness.probability / (1 - liveness.probability));
      assert.deepEqual([liveness.isAlive, liveness.engine], [isAlive, livenessEngine]);
      assert.equal(livenessEngine, 'fr-liveness@2+minifasnet@1');
      await reliable.close();
    }
    const [, , ofFour = 0, ofOne = 1] = odds;
    assertNear(ofFour / ofOne, 2, 0.01);
  });
});

async function start(options: OnnxFaceEngineOptions): Promise<FaceEngine> {
  const one = createOnnxFaceEngine(options);
  started.push(one);
  await one.ready();
  return one;
}

function plain(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#b09070' } })
    .jpeg()
    .toBuffer();
}

/** Cosine of both templates: one for the same picture. */
function likenessOf(a: FaceAnalysis, b: FaceAnalysis): number {
  const [x, y] = [a, b].map(({ template }) => new Float32Array(template.slice().buffer)) as [
    Float32Array,
    Float32Array,
  ];
  assert.equal(x.length, defaultFaceTemplates.embeddedValues);
  return x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
}

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
}
