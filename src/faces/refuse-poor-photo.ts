import { EngineError, type EngineErrorCode, type FaceQuality } from '../engine/index.ts';

/**
 * The limits of reference photos, in the units of `FaceQuality`. docs/reference/face-quality.md says how many photos
 * each refuses.
 */
export const referenceQualityLimits = {
  minEyeDistancePx: 28,
  minSharpness: 15,
  maxYawDegrees: 38,
  maxPitchDegrees: 38,
  minInsideShare: 0.9,
  minBrightness: 30,
  maxOverexposedShare: 0.4,
  minDynamicRangeBits: 4.5,
  minEyesVisibility: 0.05,
  minMouthVisibility: 0.02,
};

const limits = referenceQualityLimits;

/**
 * The reasons to refuse a photo, with the measured value for the caller, in the order in which a person can mend them:
 * what spoils other figures comes first.
 */
const rules: readonly (readonly [EngineErrorCode, (quality: FaceQuality) => string | false])[] = [
  [
    'face_too_small',
    ({ eyeDistancePx }) =>
      eyeDistancePx < limits.minEyeDistancePx &&
      `The eyes are ${Math.round(eyeDistancePx)} pixels apart; a reference photo needs ${limits.minEyeDistancePx}`,
  ],
  [
    'face_cut_off',
    ({ faceInsideShare }) =>
      faceInsideShare < limits.minInsideShare &&
      `${percent(faceInsideShare)} of the face is in the photo; a reference photo needs ${percent(limits.minInsideShare)}`,
  ],
  [
    'photo_too_dark',
    ({ brightness }) =>
      brightness < limits.minBrightness &&
      `The face has a mean grey of ${Math.round(brightness)} of 255; a reference photo needs ${limits.minBrightness}`,
  ],
  [
    'photo_too_bright',
    ({ overexposedShare }) =>
      overexposedShare > limits.maxOverexposedShare &&
      `${percent(overexposedShare)} of the face is overexposed; a reference photo may have ${percent(limits.maxOverexposedShare)}`,
  ],
  [
    'photo_low_contrast',
    ({ dynamicRangeBits }) =>
      dynamicRangeBits < limits.minDynamicRangeBits &&
      `The face has ${dynamicRangeBits.toFixed(1)} bits of dynamic range; a reference photo needs ${limits.minDynamicRangeBits}`,
  ],
  [
    'face_too_blurred',
    ({ sharpness }) =>
      sharpness < limits.minSharpness &&
      `The face has a sharpness of ${Math.round(sharpness)}; a reference photo needs ${limits.minSharpness}`,
  ],
  [
    'face_pose_extreme',
    ({ yawDegrees, pitchDegrees }) => {
      const [yaw, pitch] = [Math.abs(yawDegrees), Math.abs(pitchDegrees)];
      const isExtreme = yaw > limits.maxYawDegrees || pitch > limits.maxPitchDegrees;
      return (
        isExtreme &&
        `The head is turned by ${Math.round(yaw)} degrees to the side and ${Math.round(pitch)} up or down; a reference photo may have ${limits.maxYawDegrees} and ${limits.maxPitchDegrees}`
      );
    },
  ],
  [
    'face_occluded',
    ({ eyesVisibility }) => eyesVisibility < limits.minEyesVisibility && 'The eyes seem to be covered',
  ],
  [
    'face_occluded',
    ({ mouthVisibility }) => mouthVisibility < limits.minMouthVisibility && 'The mouth seems to be covered',
  ],
];

/**
 * Throws the `EngineError` of the first thing that makes a photo a poor reference: `face_too_small`, `face_cut_off`,
 * `photo_too_dark`, `photo_too_bright`, `photo_low_contrast`, `face_too_blurred`, `face_pose_extreme`,
 * `face_occluded`. Every later authentication is compared with a reference photo, so it is held to more than the
 * photo of an attempt, which the engine refuses only when nothing can be told from it.
 *
 * See docs/decisions/0056.
 */
export function refusePoorPhoto(quality: FaceQuality): void {
  for (const [code, describe] of rules) {
    const detail = describe(quality);
    if (detail !== false) throw new EngineError(code, { detail });
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
