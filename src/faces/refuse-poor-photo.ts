import type { FaceQuality } from '../engine/index.ts';
import { EngineError, type EngineErrorCode } from '../engine/index.ts';

/** The minimum quality of a reference photo, in the units of `FaceQuality`. */
export type ReferenceQualityLimits = {
  readonly minEyeDistancePx: number;
  readonly minSharpness: number;
  readonly maxYawDegrees: number;
  readonly maxPitchDegrees: number;
  readonly minInsideShare: number;
  readonly minBrightness: number;
  readonly maxOverexposedShare: number;
  readonly minDynamicRangeBits: number;
  readonly minEyesVisibility: number;
  readonly minMouthVisibility: number;
};

/** The limits of reference photos. docs/reference/face-quality.md says how many photos each refuses. */
export const referenceQualityLimits: ReferenceQualityLimits = {
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

type Rule = {
  readonly code: EngineErrorCode;
  readonly isBroken: (quality: FaceQuality, limits: ReferenceQualityLimits) => boolean;
  /** The measured value, for the caller. */
  readonly detail: (quality: FaceQuality, limits: ReferenceQualityLimits) => string;
};

/** In the order in which a person can mend them: what spoils other figures comes first. */
const rules: readonly Rule[] = [
  {
    code: 'face_too_small',
    isBroken: (quality, limits) => quality.eyeDistancePx < limits.minEyeDistancePx,
    detail: (quality, limits) =>
      `The eyes are ${Math.round(quality.eyeDistancePx)} pixels apart; a reference photo needs ${limits.minEyeDistancePx}`,
  },
  {
    code: 'face_cut_off',
    isBroken: (quality, limits) => quality.faceInsideShare < limits.minInsideShare,
    detail: (quality, limits) =>
      `${percent(quality.faceInsideShare)} of the face is in the photo; a reference photo needs ${percent(limits.minInsideShare)}`,
  },
  {
    code: 'photo_too_dark',
    isBroken: (quality, limits) => quality.brightness < limits.minBrightness,
    detail: (quality, limits) =>
      `The face has a mean grey of ${Math.round(quality.brightness)} of 255; a reference photo needs ${limits.minBrightness}`,
  },
  {
    code: 'photo_too_bright',
    isBroken: (quality, limits) => quality.overexposedShare > limits.maxOverexposedShare,
    detail: (quality, limits) =>
      `${percent(quality.overexposedShare)} of the face is overexposed; a reference photo may have ${percent(limits.maxOverexposedShare)}`,
  },
  {
    code: 'photo_low_contrast',
    isBroken: (quality, limits) => quality.dynamicRangeBits < limits.minDynamicRangeBits,
    detail: (quality, limits) =>
      `The face has ${quality.dynamicRangeBits.toFixed(1)} bits of dynamic range; a reference photo needs ${limits.minDynamicRangeBits}`,
  },
  {
    code: 'face_too_blurred',
    isBroken: (quality, limits) => quality.sharpness < limits.minSharpness,
    detail: (quality, limits) =>
      `The face has a sharpness of ${Math.round(quality.sharpness)}; a reference photo needs ${limits.minSharpness}`,
  },
  {
    code: 'face_pose_extreme',
    isBroken: (quality, limits) =>
      Math.abs(quality.yawDegrees) > limits.maxYawDegrees ||
      Math.abs(quality.pitchDegrees) > limits.maxPitchDegrees,
    detail: (quality, limits) =>
      `The head is turned by ${Math.round(Math.abs(quality.yawDegrees))} degrees to the side and ${Math.round(Math.abs(quality.pitchDegrees))} up or down; a reference photo may have ${limits.maxYawDegrees} and ${limits.maxPitchDegrees}`,
  },
  {
    code: 'face_occluded',
    isBroken: (quality, limits) => quality.eyesVisibility < limits.minEyesVisibility,
    detail: () => 'The eyes seem to be covered',
  },
  {
    code: 'face_occluded',
    isBroken: (quality, limits) => quality.mouthVisibility < limits.minMouthVisibility,
    detail: () => 'The mouth seems to be covered',
  },
];

/**
 * Throws the `EngineError` of the first thing that makes a photo a poor reference: `face_too_small`, `face_cut_off`,
 * `photo_too_dark`, `photo_too_bright`, `photo_low_contrast`, `face_too_blurred`, `face_pose_extreme`,
 * `face_occluded`. Every later authentication is compared with a reference photo, so it is held to more than the
 * photo of an attempt, which the engine refuses only when nothing can be told from it.
 *
 * See docs/decisions/0056.
 */
export function refusePoorPhoto(quality: FaceQuality, limits: ReferenceQualityLimits): void {
  const broken = rules.find(({ isBroken }) => isBroken(quality, limits));
  if (broken !== undefined) throw new EngineError(broken.code, { detail: broken.detail(quality, limits) });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
