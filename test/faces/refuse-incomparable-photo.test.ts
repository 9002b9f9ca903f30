import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  leastInsideShare,
  mostWidthShare,
  refuseIncomparablePhoto,
} from '../../src/faces/refuse-incomparable-photo.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const { quality: good, liveness } = await createStandInEngine().analyse(new Uint8Array());
const photoOf = (quality: Partial<typeof good>) => ({ quality: { ...good, ...quality }, liveness });

test('a face of which a third is outside the photo is face_cut_off, not compared', () => {
  refuseIncomparablePhoto(photoOf({ faceInsideShare: leastInsideShare }), 60);
  for (const faceInsideShare of [0.52, 0.68]) {
    assert.throws(() => refuseIncomparablePhoto(photoOf({ faceInsideShare }), 60), { code: 'face_cut_off' });
  }
});

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
