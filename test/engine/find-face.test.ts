import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { EngineError } from '../../src/engine/errors.ts';
import type { FaceAnalysis, FaceEngine } from '../../src/engine/face-engine.ts';
import { cutFacePhotos } from '../support/face-photos.ts';

type Subject = { readonly name: string; readonly photo: Uint8Array; readonly known: FaceAnalysis };
/** How a subject's photo is laid into a larger one, in pixels of that. */
type Place = {
  readonly width: number;
  readonly height: number;
  readonly faceWidth: number;
  readonly x: number;
  readonly y: number;
};

let engine: FaceEngine;
const subjects: Subject[] = [];

before(async () => {
  engine = createOnnxFaceEngine({
    workers: 2,
    limits: { minSharpness: 0, searchTimeoutMs: 60_000 },
    timeoutMs: 60_000,
  });
  await engine.ready();
  const photos = await cutFacePhotos();
  const list: [string, Uint8Array][] = [
    ['first woman', photos.sameWoman[0]],
    ['second woman', photos.otherWomen[2] as Uint8Array],
    ['third woman', photos.otherWomen[3] as Uint8Array],
  ];
  for (const [name, photo] of list) subjects.push({ name, photo, known: await engine.analyse(photo) });
});

after(async () => {
  await engine.close();
});

describe('a face is found and recognised', () => {
  for (const share of [0.05, 0.1, 0.3, 0.6, 0.8, 0.95]) {
    test(`at ${share * 100} % of the width`, () =>
      eachRecognised((subject) =>
        lay(subject, { width: 1400, height: 1600, faceWidth: 1400 * share, x: 700, y: 800 }),
      ));
  }

  for (const degrees of [90, 180, 270]) {
    for (const share of [0.15, 0.5]) {
      test(`turned by ${degrees} degrees without a note, at ${share * 100} % of the width`, () =>
        eachRecognised(async (subject) => {
          const upright = await lay(subject, {
            width: 900,
            height: 1200,
            faceWidth: 900 * share,
            x: 450,
            y: 500,
          });
          return sharp(upright).rotate(degrees).jpeg({ quality: 92 }).toBuffer();
        }));
    }
  }

  for (const [x, y] of [
    [2900, 700],
    [300, 2600],
  ] as const) {
    test(`with 100 pixels among twelve million, at ${x}, ${y}`, () =>
      eachRecognised((subject) => lay(subject, { width: 4000, height: 3000, faceWidth: 100, x, y })));
  }

  test('with 100 pixels among twelve million, on its side', () =>
    eachRecognised(async (subject) => {
      const upright = await lay(subject, { width: 4000, height: 3000, faceWidth: 100, x: 1500, y: 2000 });
      return sharp(upright).rotate(90).jpeg({ quality: 92 }).toBuffer();
    }));

  test('in grey and dark', () =>
    eachRecognised(({ photo }) => sharp(photo).greyscale().linear(0.4, 0).jpeg({ quality: 92 }).toBuffer()));

  test('cut out of a transparent PNG', () =>
    eachRecognised(async ({ photo, known: { box } }) => {
      const { width, height } = await sharp(photo).metadata();
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const mask = `<svg width="${width}" height="${height}"><ellipse cx="${cx}" cy="${cy}" rx="${box.width * 0.7}" ry="${box.height * 0.8}"/></svg>`;
      return sharp(photo)
        .ensureAlpha()
        .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
        .png()
        .toBuffer();
    }));

  test('partly outside the photo', () =>
    eachRecognised((subject) => lay(subject, { width: 1200, height: 900, faceWidth: 400, x: 1050, y: 450 })));
});

describe('a face is found', () => {
  test('behind sunglasses', async () => {
    for (const { name, photo, known } of subjects) {
      const { box, quality } = known;
      const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.33];
      const lens = `rx="${quality.eyeDistancePx * 0.36}" ry="${quality.eyeDistancePx * 0.27}" fill="#111"`;
      const { width, height } = await sharp(photo).metadata();
      const glasses = `<svg width="${width}" height="${height}"><ellipse cx="${x - quality.eyeDistancePx / 2}" cy="${y}" ${lens}/><ellipse cx="${x + quality.eyeDistancePx / 2}" cy="${y}" ${lens}/></svg>`;
      const covered = await sharp(photo)
        .composite([{ input: Buffer.from(glasses) }])
        .jpeg()
        .toBuffer();
      const found = await engine.analyse(covered);
      assert.ok(Math.abs(found.box.x - box.x) < box.width * 0.25, name);
      assert.ok(Math.abs(found.box.width / box.width - 1) < 0.3, name);
    }
  });
});

describe('how many faces', () => {
  test('two of about the same width are refused, one beside a much smaller one is not', async () => {
    const [first, second] = subjects as [Subject, Subject, ...Subject[]];
    const beside = async (faceWidth: number) => {
      const left = await lay(first, { width: 900, height: 1000, faceWidth: 300, x: 450, y: 500 });
      const right = await lay(second, { width: 900, height: 1000, faceWidth, x: 450, y: 500 });
      return sharp({ create: { width: 1800, height: 1000, channels: 3, background: '#888' } })
        .composite([
          { input: left, left: 0, top: 0 },
          { input: right, left: 900, top: 0 },
        ])
        .jpeg({ quality: 92 })
        .toBuffer();
    };
    await assert.rejects(
      engine.analyse(await beside(280)),
      (error) => error instanceof EngineError && error.code === 'multiple_faces',
    );
    const found = await engine.analyse(await beside(110));
    assert.ok(engine.compare(first.known.template, found.template).similarity > 0.5);
  });

  test('a photo of texture has none, however it is looked at', async () => {
    const noise = await sharp({
      create: {
        width: 2400,
        height: 1800,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    await assert.rejects(
      engine.analyse(noise),
      (error) => error instanceof EngineError && error.code === 'face_not_found',
    );
  });
});

async function eachRecognised(change: (subject: Subject) => Promise<Uint8Array>): Promise<void> {
  for (const subject of subjects) {
    const found = await engine.analyse(await change(subject));
    const { similarity } = engine.compare(subject.known.template, found.template);
    assert.ok(similarity > 0.5, `${subject.name}: similarity ${similarity}`);
  }
}

/** The subject's photo on grey, its face of that width about that point; what lies outside is cut off. */
async function lay({ photo, known: { box } }: Subject, place: Place): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(photo).metadata();
  const scale = place.faceWidth / box.width;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const left = Math.round(place.x - (box.x + box.width / 2) * scale);
  const top = Math.round(place.y - (box.y + box.height / 2) * scale);
  const [cutLeft, cutTop] = [Math.max(0, -left), Math.max(0, -top)];
  const part = {
    left: cutLeft,
    top: cutTop,
    width: Math.min(size.width, place.width - left) - cutLeft,
    height: Math.min(size.height, place.height - top) - cutTop,
  };
  const piece = await sharp(photo)
    .resize({ ...size, fit: 'fill' })
    .extract(part)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp({ create: { width: place.width, height: place.height, channels: 3, background: '#7a8a99' } })
    .composite([{ input: piece, left: left + cutLeft, top: top + cutTop }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
