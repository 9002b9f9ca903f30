import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { embeddedValues, templateLayout } from '../../../src/faces/engine/encode-template.ts';
import { createOnnxFaceEngine, type OnnxFaceEngineOptions } from '../../../src/faces/engine/index.ts';
import { FaceError } from '../../../src/faces/errors.ts';
import type { FaceAnalysis, FaceEngine } from '../../../src/faces/face-engine.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { cutFacePhotos, type FacePhotos, readSamplePhoto } from '../../support/face-photos.ts';

const liveness = new URL('../../../../shared/data/models/minifasnet', import.meta.url).pathname;
const pairs = new URL('../../../../shared/data/faces/pairs', import.meta.url).pathname;

let dataDir: string;
let photos: FacePhotos;
let engine: FaceEngine;
let first: FaceAnalysis;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'confere-engine-'));
  photos = await cutFacePhotos();
  engine = createOnnxFaceEngine({ dataDir, workers: 2 });
  await engine.ready();
  first = await engine.analyse(photos.sameWoman[0]);
});

after(async () => {
  await engine.close();
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
    assertNear(cosineA(first, second), 0.955, 0.01);
  });

  test('four other women match neither her nor each other', async () => {
    const others = await Promise.all(photos.otherWomen.map((photo) => engine.analyse(photo)));
    const all = [first, ...others];
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        assert.ok(engine.compare(a.template, b.template).similarity < 0.2);
        assert.ok(cosineA(a, b) < 0.93);
      }
    }
  });

  test('of labelled pairs nearly all are told apart', skipWithout(pairs), async () => {
    const rows = (await readFile(join(pairs, 'pairs.csv'), 'utf8')).trim().split('\n').slice(1);
    const analyses = new Map<string, FaceAnalysis>();
    let wrongMatches = 0;
    let [same, found] = [0, 0];
    for (const row of rows) {
      const [a = '', b = '', samePerson] = row.trim().split(',');
      for (const file of [a, b]) {
        if (!analyses.has(file)) analyses.set(file, await engine.analyse(await readFile(join(pairs, file))));
      }
      const { similarity } = engine.compare(
        (analyses.get(a) as FaceAnalysis).template,
        (analyses.get(b) as FaceAnalysis).template,
      );
      if (samePerson === 'true') {
        same++;
        if (similarity >= 0.5) found++;
      } else if (similarity >= 0.5) wrongMatches++;
    }
    assert.equal(wrongMatches, 0);
    assert.ok(found / same > 0.9, `${found} of ${same}`);
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
      leastLikeness: 0.95,
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
  const cases: Record<string, { code: string; photo: () => Promise<Uint8Array> }> = {
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
      photo: async () =>
        sharp(await sharp(photos.sameWoman[0]).resize(96).toBuffer())
          .jpeg()
          .toBuffer(),
    },
    'without any sharpness': {
      code: 'face_too_blurred',
      photo: () => sharp(photos.otherWomen[2]).blur(6).jpeg().toBuffer(),
    },
  };
  for (const [name, { code, photo }] of Object.entries(cases)) {
    test(`a photo ${name} is ${code}`, async () => {
      await assert.rejects(
        engine.analyse(await photo()),
        (error) => error instanceof AppError && error.code === code,
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
      assert.ok(reason instanceof FaceError);
      assert.equal(reason.code, 'face_engine_busy');
      assert.equal(reason.retryAfterSeconds, 1);
    }
    assert.ok(await small.analyse(photos.sameWoman[0]), 'there is room again');
    await small.close();
  });

  test('a photo that takes longer than allowed is given up, and the next one is analysed', async () => {
    const hasty = await start({ workers: 1, timeoutMs: 150 });
    const large = await sharp(photos.sameWoman[0]).resize(6000, 6000).png({ compressionLevel: 1 }).toBuffer();
    await assert.rejects(
      hasty.analyse(large),
      (error) => error instanceof FaceError && error.code === 'face_engine_timeout',
    );
    const again = async (): Promise<FaceAnalysis> => hasty.analyse(photos.sameWoman[0]).catch(again);
    assert.deepEqual((await again()).template, first.template);
    await hasty.close();
  });

  test('closing waits for what runs and refuses what comes', async () => {
    const closing = await start({ workers: 1 });
    const running = [closing.analyse(photos.sameWoman[0]), closing.analyse(photos.sameWoman[1])];
    const closed = closing.close();
    await assert.rejects(closing.analyse(photos.sameWoman[0]), FaceError);
    const analyses = await Promise.all(running);
    assert.deepEqual(analyses[0]?.template, first.template);
    await closed;
    assert.equal(closing.isReady(), false);
  });

  test('closing before the networks are loaded ends cleanly', async () => {
    const closing = createOnnxFaceEngine({ dataDir, workers: 1 });
    await closing.close();
    assert.equal(closing.isReady(), false);
  });

  test('networks that cannot be converted make ready reject, and every analysis with it', async () => {
    const broken = createOnnxFaceEngine({ dataDir: '/dev/null/nowhere', workers: 1 });
    await assert.rejects(broken.ready());
    await assert.rejects(broken.analyse(photos.sameWoman[0]));
    assert.equal(broken.isReady(), false);
    await broken.close();
  });
});

describe('liveness', () => {
  test('the packaged networks let genuine photos pass and are described as unreliable', () => {
    const { livenessEngine, livenessIsReliable, livenessThreshold } = engine.describe();
    assert.equal(livenessIsReliable, false);
    assert.deepEqual(
      { ...first.liveness, probability: 0 },
      { probability: 0, isAlive: true, threshold: livenessThreshold, engine: livenessEngine },
    );
  });

  test('MiniFASNet tells the live sample from both spoofed ones', skipWithout(liveness), async () => {
    const reliable = await start({ workers: 1, modelsDir: liveness });
    assert.equal(reliable.describe().livenessIsReliable, true);
    const probability = async (name: string) =>
      (await reliable.analyse(await readFile(join(liveness, `${name}.jpg`)))).liveness;
    const [real, first, second] = [
      await probability('sample-real'),
      await probability('sample-spoof-F1'),
      await probability('sample-spoof-F2'),
    ];
    assertNear(real.probability, 0.99, 0.01);
    assertNear(first.probability, 0.02, 0.02);
    assertNear(second.probability, 0.25, 0.06);
    assert.deepEqual([real.isAlive, first.isAlive, second.isAlive], [true, false, false]);
    await reliable.close();
  });
});

async function start(options: Omit<OnnxFaceEngineOptions, 'dataDir'>): Promise<FaceEngine> {
  const started = createOnnxFaceEngine({ dataDir, ...options });
  await started.ready();
  return started;
}

function plain(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#b09070' } })
    .jpeg()
    .toBuffer();
}

/** Cosine of embeddings A, which a template holds with length sqrt(0.75). */
function cosineA(a: FaceAnalysis, b: FaceAnalysis): number {
  return productOf(a, b, templateLayout.a) / 0.75;
}

/** Weighted mean of the cosines of both embeddings: one for the same picture. */
function likenessOf(a: FaceAnalysis, b: FaceAnalysis): number {
  return productOf(a, b, embeddedValues);
}

function productOf(a: FaceAnalysis, b: FaceAnalysis, length: number): number {
  const [x, y] = [a, b].map(({ template }) => new Float32Array(template.slice().buffer, 0, length));
  return (x as Float32Array).reduce((sum, value, i) => sum + value * ((y as Float32Array)[i] as number), 0);
}

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
}

function skipWithout(path: string): { skip: string | false } {
  return { skip: existsSync(path) ? false : 'its photos are not on this machine' };
}
