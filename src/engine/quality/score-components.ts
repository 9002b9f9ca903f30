import type { FaceQuality, QualityComponents } from '../face-engine.ts';

/**
 * The figures of a face as quality components, 0 (worst) to 100, named after ISO/IEC 29794-5. The curves follow
 * the standard where what they are drawn over is measured alike (distance of the eyes, pose, lids, lips, exposure,
 * dynamic range); that of sharpness is our own. See docs/reference/face-quality.md.
 */
export function scoreComponents(figures: Omit<FaceQuality, 'components'>): QualityComponents {
  const turned = (degrees: number) => 100 * Math.max(0, Math.cos((degrees * Math.PI) / 180)) ** 2;
  return round({
    interEyeDistance: rising(figures.eyeDistancePx / Math.cos((figures.yawDegrees * Math.PI) / 180), 70, 20),
    cropOfFace: 100 * figures.faceInsideShare,
    headPoseYaw: turned(figures.yawDegrees),
    headPosePitch: turned(figures.pitchDegrees),
    headPoseRoll: turned(figures.rollDegrees),
    sharpness: 100 * between(Math.log(Math.max(1, figures.sharpness)), Math.log(4), Math.log(400)),
    luminanceMean:
      100 * Math.min(between(figures.brightness, 20, 90), 1 - between(figures.brightness, 170, 240)),
    dynamicRange: figures.dynamicRangeBits * 12.5,
    underExposurePrevention: 100 * (1 - between(figures.underexposedShare, 0, 0.6)),
    overExposurePrevention: 100 * (1 - between(figures.overexposedShare, 0, 0.4)),
    illuminationUniformity: 100 * figures.illuminationUniformity,
    eyesOpen: rising(figures.eyeOpenness, 0.02, 0.01),
    eyesVisible: 100 * figures.eyesVisibility,
    mouthOcclusionPrevention: 100 * figures.mouthVisibility,
    mouthClosed: 100 - rising(figures.mouthOpenness, 0.2, 0.06),
  });
}

/** The logistic curve through 50 at `middle`. */
function rising(value: number, middle: number, width: number): number {
  return 100 / (1 + Math.exp((middle - value) / width));
}

/** Where a value lies from `low` to `high`, 0 to 1. */
function between(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

function round(components: QualityComponents): QualityComponents {
  const entries = Object.entries(components).map(([name, value]) => [
    name,
    Math.round(Math.min(100, Math.max(0, value))),
  ]);
  return Object.fromEntries(entries) as QualityComponents;
}
