import { EngineError, type FaceQuality } from '../engine/index.ts';

/**
 * Throws `face_turned_away` when the head is turned further to a side than may be compared: the networks recognise few
 * people then, and a person who is not recognised is told less than one who is asked to look at the camera.
 */
export function refuseTurnedPhoto({ yawDegrees }: FaceQuality, maxYawDegrees: number): void {
  const turned = Math.abs(yawDegrees);
  if (turned <= maxYawDegrees) return;
  throw new EngineError('face_turned_away', {
    detail: `The head is turned by ${Math.round(turned)} degrees to the side; at most ${maxYawDegrees} are compared`,
  });
}
