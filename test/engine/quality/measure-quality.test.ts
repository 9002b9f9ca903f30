import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import type { FaceEngine, FaceQuality } from '../../../src/engine/face-engine.ts';
import { refusePoorPhoto } from '../../../src/faces/refuse-poor-photo.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';

let engine: FaceEngine;
let photo: Uint8Array;
let others: readonly Uint8Array[];
let good: FaceQuality;

describe('the measured quality', () => {
  before(async () => {
    const photos = await cutFacePhotos();
    photo = photos.sameWoman[0];
    others = [photos.sameWoman[1], ...photos.otherWomen];
    engine = createOnnxFaceEngine({ workers: 2, limits: { minSharpness: 0, minEyeDistancePx: 0 } });
    await engine.ready();
    good = await measure(photo);
  });

  after(async () => {
    await engine.close();
  });

  describe('a good photo', () => {
    test('is good in every component', () => {
      for (const [name, score] of Object.entries(good.components)) {
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100, name);
        if (name !== 'illuminationUniformity') assert.ok(score >= 50, `${name} ${score}`);
      }
    });

    test('is accepted as a reference, and so are others, grey or recompressed', async () => {
      for (const other of [photo, ...others]) {
        refusePoorPhoto(await measure(other));
        refusePoorPhoto(await measure(await sharp(other).greyscale().toBuffer()));
        refusePoorPhoto(await measure(await sharp(other).jpeg({ quality: 50 }).toBuffer()));
      }
    });

    test('has the mirrored pose when it is mirrored', async () => {
      const { yawDegrees, pitchDegrees, rollDegrees } = await measure(await sharp(photo).flop().toBuffer());
      assertNear(yawDegrees, -good.yawDegrees, 4);
      assertNear(pitchDegrees, good.pitchDegrees, 4);
      assertNear(rollDegrees, -good.rollDegrees, 4);
    });
  });

  describe('what a photo lacks shows in its figures', () => {
    test('a turn of the photo is the roll', async () => {
      const turned = await measure(await sharp(photo).rotate(20, { background: '#888' }).toBuffer());
      assertNear(turned.rollDegrees - good.rollDegrees, 20, 4);
    });

    test('darkness', () => refused((image) => image.linear(0.15, 0), 'photo_too_dark', 'luminanceMean'));

    test('overexposure', () =>
      refused((image) => image.linear(2.6, 40), 'photo_too_bright', 'overExposurePrevention'));

    test('fog', () => refused((image) => image.linear(0.06, 120), 'photo_low_contrast', 'dynamicRange'));

    test('blur', async () => {
      const [sharpPhoto, blurred] = [
        others[3] as Uint8Array,
        await sharp(others[3]).blur(6).jpeg().toBuffer(),
      ];
      const quality = await measure(blurred);
      assert.throws(() => refusePoorPhoto(quality), { code: 'face_too_blurred' });
      assert.ok(quality.components.sharpness < (await measure(sharpPhoto)).components.sharpness);
    });

    test('a third of the light is no blur', async () => {
      const dim = await measure(await sharp(photo).linear(0.34, 0).jpeg({ quality: 92 }).toBuffer());
      assert.ok(dim.brightness < good.brightness / 2);
      assert.ok(dim.sharpness > good.sharpness / 2, `${dim.sharpness} of ${good.sharpness}`);
    });

    test('few pixels', () => refused((image) => image.resize(110), 'face_too_small', 'interEyeDistance'));

    test('a bar over the eyes', () =>
      refused((image) => image.composite([bar(205, 158, 190, 55)]), 'face_occluded', 'eyesVisible'));

    test('a bar over the mouth', () =>
      refused(
        (image) => image.composite([bar(138, 222, 110, 60)]),
        'face_occluded',
        'mouthOcclusionPrevention',
      ));

    test('the side of a face', () =>
      refused(
        (image) => image.extract({ left: 150, top: 0, width: 224, height: 374 }),
        'face_cut_off',
        'cropOfFace',
      ));
  });
});

/** The changed photo is refused for that reason as a reference, and the component it lacks is worse than before. */
async function refused(
  change: (image: Sharp) => Sharp,
  code: string,
  component: keyof FaceQuality['components'],
): Promise<void> {
  const quality = await measure(await change(sharp(photo)).jpeg({ quality: 92 }).toBuffer());
  assert.throws(() => refusePoorPhoto(quality), { code });
  assert.ok(quality.components[component] < good.components[component]);
}

/** A bar about a point of the photo, along the eyes of the woman in it, whose head leans. */
function bar(x: number, y: number, width: number, height: number): OverlayOptions {
  const shape = `<rect transform="translate(${x} ${y}) rotate(44)" x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" fill="#303236"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="374" height="374">${shape}</svg>`;
  return { input: Buffer.from(svg) };
}

async function measure(bytes: Uint8Array): Promise<FaceQuality> {
  return (await engine.analyse(bytes)).quality;
}

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
}
