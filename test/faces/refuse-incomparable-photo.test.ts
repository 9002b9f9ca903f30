import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastInsideShare, refuseIncomparablePhoto } from '../../src/faces/refuse-incomparable-photo.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const { quality: good } = await createStandInEngine().analyse(new Uint8Array());

test('a face of which a third is outside the photo is face_cut_off, not compared', () => {
  refuseIncomparablePhoto({ ...good, faceInsideShare: leastInsideShare }, 60);
  for (const faceInsideShare of [0.52, 0.68]) {
    assert.throws(() => refuseIncomparablePhoto({ ...good, faceInsideShare }, 60), { code: 'face_cut_off' });
  }
});

test('a head that is turned further than may be compared is face_turned_away', () => {
  refuseIncomparablePhoto({ ...good, yawDegrees: -60 }, 60);
  assert.throws(() => refuseIncomparablePhoto({ ...good, yawDegrees: -61 }, 60), {
    code: 'face_turned_away',
  });
});
