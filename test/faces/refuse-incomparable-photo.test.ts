import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../src/engine/index.ts';
import {
  leastInsideShare,
  mostWidthShare,
  refuseIncomparablePhoto,
} from '../../src/faces/refuse-incomparable-photo.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const { quality: good, liveness } = await createStandInEngine().analyse(new Uint8Array());
const photoOf = (quality: Partial<typeof good>) => ({ quality: { ...good, ...quality }, liveness });

test('a face of which a third is outside the photo is face_cut_off, not compared', () => {
  refuseIncomparablePhoto(photoOf({ faceInsideShare: leastInsideShare }), 60);
  for (const faceInsideShare of [0.52, 0.68]) {
    assert.throws(() => refuseIncomparablePhoto(photoOf({ faceInsideShare }), 60), { code: 'face_cut_off' });
  }
});

test('half a face is told to the app, by the networks as well', async (t) => {
  const engine = createOnnxFaceEngine({ workers: 1, timeoutMs: 600_000 });
  t.after(() => engine.close());
  const whole = Buffer.from((await cutFacePhotos()).sameWoman[0]);
  const [{ points }, { width, height }] = [await engine.observe(whole), await sharp(whole).metadata()];
  const [left, right] = rangeOf(points.filter((_, index) => index % 2 === 0));
  const [top, bottom] = rangeOf(points.filter((_, index) => index % 2 === 1));
  const [fromX, fromY] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const sides = [
    { left: fromX, top: 0, width: width - fromX, height },
    { left: 0, top: fromY, width, height: height - fromY },
  ];
  for (const side of sides) {
    const half = await engine.analyse(await sharp(whole).extract(side).jpeg().toBuffer());
    assert.throws(() => refuseIncomparablePhoto(half, 60), { code: 'face_cut_off' });
  }
  const file = join(import.meta.dirname, '../../../shared/data/cases/photos/forehead-cut-off.jpg');
  if (!existsSync(file)) return t.diagnostic('the folder of odd photos is not here');
  await assert.rejects(engine.analyse(readFileSync(file)), { code: 'face_not_found', kind: 'invalid' });
});

function rangeOf(values: Float32Array): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

test('a head that is turned further than may be compared is face_turned_away', () => {
  refuseIncomparablePhoto(photoOf({ yawDegrees: -60 }), 60);
  assert.throws(() => refuseIncomparablePhoto(photoOf({ yawDegrees: -61 }), 60), {
    code: 'face_turned_away',
  });
});

test('a face that fills the photo and does not seem live is face_too_close, no suspected spoof', () => {
  const doubted = { ...liveness, isAlive: false };
  const close = photoOf({ faceWidthShare: mostWidthShare + 0.01 });
  refuseIncomparablePhoto(close, 60);
  refuseIncomparablePhoto({ ...photoOf({ faceWidthShare: mostWidthShare }), liveness: doubted }, 60);
  assert.throws(() => refuseIncomparablePhoto({ ...close, liveness: doubted }, 60), {
    code: 'face_too_close',
  });
});
