import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FaceError } from '../../src/faces/errors.ts';
import type { FaceQuality } from '../../src/faces/index.ts';
import { refusePoorPhoto } from '../../src/faces/refuse-poor-photo.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { ordinaryReferenceQuality as limits } from './open-faces.ts';

const { quality: good } = await createStandInEngine().analyse(new Uint8Array());

const poor: readonly {
  code: string;
  limit: keyof typeof limits;
  just: Partial<FaceQuality>;
  beyond: Partial<FaceQuality>;
}[] = [
  {
    code: 'face_too_small',
    limit: 'minEyeDistancePx',
    just: { eyeDistancePx: 28 },
    beyond: { eyeDistancePx: 27.9 },
  },
  {
    code: 'face_cut_off',
    limit: 'minInsideShare',
    just: { faceInsideShare: 0.9 },
    beyond: { faceInsideShare: 0.89 },
  },
  { code: 'photo_too_dark', limit: 'minBrightness', just: { brightness: 30 }, beyond: { brightness: 29 } },
  {
    code: 'photo_too_bright',
    limit: 'maxOverexposedShare',
    just: { overexposedShare: 0.4 },
    beyond: { overexposedShare: 0.41 },
  },
  {
    code: 'photo_low_contrast',
    limit: 'minDynamicRangeBits',
    just: { dynamicRangeBits: 4.5 },
    beyond: { dynamicRangeBits: 4.4 },
  },
  { code: 'face_too_blurred', limit: 'minSharpness', just: { sharpness: 15 }, beyond: { sharpness: 14 } },
  {
    code: 'face_pose_extreme',
    limit: 'maxYawDegrees',
    just: { yawDegrees: -38 },
    beyond: { yawDegrees: -39 },
  },
  {
    code: 'face_pose_extreme',
    limit: 'maxPitchDegrees',
    just: { pitchDegrees: 38 },
    beyond: { pitchDegrees: 39 },
  },
  {
    code: 'face_occluded',
    limit: 'minEyesVisibility',
    just: { eyesVisibility: 0.05 },
    beyond: { eyesVisibility: 0.04 },
  },
  {
    code: 'face_occluded',
    limit: 'minMouthVisibility',
    just: { mouthVisibility: 0.02 },
    beyond: { mouthVisibility: 0.01 },
  },
];

describe('what makes a poor reference photo', () => {
  test('every limit is tried here', () => {
    assert.deepEqual(new Set(poor.map(({ limit }) => limit)), new Set(Object.keys(limits)));
  });

  for (const { code, limit, just, beyond } of poor) {
    test(`${limit} is kept to: at it all is well, beyond it the photo is ${code}`, () => {
      refusePoorPhoto({ ...good, ...just }, limits);
      assert.throws(
        () => refusePoorPhoto({ ...good, ...beyond }, limits),
        (error) => error instanceof FaceError && error.code === code && error.detail !== undefined,
      );
    });

    test(`${limit} can be given up by configuration`, () => {
      const most = limit.startsWith('min') ? 0 : 1_000;
      refusePoorPhoto({ ...good, ...beyond }, { ...limits, [limit]: most });
    });
  }

  test('of several faults the one to mend first is named', () => {
    const dark = { ...good, brightness: 10, sharpness: 1, yawDegrees: 80 };
    assert.throws(() => refusePoorPhoto(dark, limits), { code: 'photo_too_dark' });
  });
});
