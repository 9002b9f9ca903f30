import { EngineError, type FaceQuality } from '../engine/index.ts';

/** The least share of a face inside a photo that is compared. docs/reference/face-quality.md says what it refuses. */
export const leastInsideShare = 0.7;

/**
 * Throws for a photo that shows too little of its face to be compared, so that it counts as no failed match:
 * `face_cut_off` when a part of it is outside the photo, `face_turned_away` when the head is turned further to a side
 * than may be compared. The networks recognise few people then, and a person who is not recognised is told less than one
 * who is asked for another photo.
 */
export function refuseIncomparablePhoto(quality: FaceQuality, maxYawDegrees: number): void {
  const { faceInsideShare, yawDegrees } = quality;
  if (faceInsideShare < leastInsideShare) {
    throw new EngineError('face_cut_off', {
      detail: `${percent(faceInsideShare)} of the face is in the photo; at least ${percent(leastInsideShare)} is compared`,
    });
  }
  const turned = Math.abs(yawDegrees);
  if (turned <= maxYawDegrees) return;
  throw new EngineError('face_turned_away', {
    detail: `The head is turned by ${Math.round(turned)} degrees to the side; at most ${maxYawDegrees} are compared`,
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
