import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineError } from '../../src/engine/errors.ts';
import type { FaceQuality } from '../../src/engine/index.ts';
import { referenceQualityLimits as limits, refusePoorPhoto } from '../../src/faces/refuse-poor-photo.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const { quality: good } = await createStandInEngine().analyse(new Uint8Array());

/** Each limit, the code of a photo beyond it, and a figure at the limit and just beyond. */
const poor: readonly [
  limit: keyof typeof limits,
  code: string,
  figure: keyof FaceQuality,
  just: number,
  beyond: number,
][] = [
  ['minEyeDistancePx', 'face_too_small', 'eyeDistancePx', 28, 27.9],
  ['minInsideShare', 'face_cut_off', 'faceInsideShare', 0.9, 0.89],
  ['minBrightness', 'photo_too_dark', 'brightness', 30, 29],
  ['maxOverexposedShare', 'photo_too_bright', 'overexposedShare', 0.4, 0.41],
  ['minDynamicRangeBits', 'photo_low_contrast', 'dynamicRangeBits', 4.5, 4.4],
  ['minSharpness', 'face_too_blurred', 'sharpness', 15, 14],
  ['maxYawDegrees', 'face_pose_extreme', 'yawDegrees', -38, -39],
  ['maxPitchDegrees', 'face_pose_extreme', 'pitchDegrees', 38, 39],
  ['minEyesVisibility', 'face_occluded', 'eyesVisibility', 0.05, 0.04],
  ['minMouthVisibility', 'face_occluded', 'mouthVisibility', 0.02, 0.01],
];

describe('what makes a poor reference photo', () => {
  test('every limit is tried here', () => {
    assert.deepEqual(new Set(poor.map(([limit]) => limit)), new Set(Object.keys(limits)));
  });

  for (const [limit, code, figure, just, beyond] of poor) {
    test(`${limit} is kept to: at it all is well, beyond it the photo is ${code}`, () => {
      refusePoorPhoto({ ...good, [figure]: just });
      assert.throws(
        () => refusePoorPhoto({ ...good, [figure]: beyond }),
        (error) => error instanceof EngineError && error.code === code && error.detail !== undefined,
      );
    });
  }

  test('of several faults the one to mend first is named', () => {
    const dark = { ...good, brightness: 10, sharpness: 1, yawDegrees: 80 };
    assert.throws(() => refusePoorPhoto(dark), { code: 'photo_too_dark' });
  });
});
