import { EngineError, type FaceAnalysis } from '../engine/index.ts';

/** The least share of a face inside a photo that is compared. docs/reference/face-quality.md says what it refuses. */
export const leastInsideShare = 0.7;
/**
 * The most of the photo's width that a face may fill when it does not seem live: beyond, the networks refuse living
 * people ten times as often as others (36 of 52 in one set of close photos).
 */
export const mostWidthShare = 0.75;

/**
 * Throws for a photo that cannot be judged, so that it counts as no failed match: `face_cut_off` when a part of the face
 * is outside the photo, `face_turned_away` when the head is turned further to a side than may be compared, and
 * `face_too_close` when the face fills the photo and does not seem live. The networks err more often then, and a person
 * who is refused is told less than one who is asked for another photo. NOT limited here: how often somebody tries.
 */
export function refuseIncomparablePhoto(
  { quality, liveness }: Pick<FaceAnalysis, 'quality' | 'liveness'>,
  maxYawDegrees: number,
): void {
  const { faceInsideShare, faceWidthShare, yawDegrees } = quality;
  if (faceInsideShare < leastInsideShare) {
    throw new EngineError('face_cut_off', {
      detail: `${percent(faceInsideShare)} of the face is in the photo; at least ${percent(leastInsideShare)} is compared`,
    });
  }
  const turned = Math.abs(yawDegrees);
  if (turned > maxYawDegrees) {
    throw new EngineError('face_turned_away', {
      detail: `The head is turned by ${Math.round(turned)} degrees to the side; at most ${maxYawDegrees} are compared`,
    });
  }
  if (liveness.isAlive || faceWidthShare <= mostWidthShare) return;
  throw new EngineError('face_too_close', {
    detail: `The face fills ${percent(faceWidthShare)} of the photo's width; at most ${percent(mostWidthShare)} is judged`,
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
