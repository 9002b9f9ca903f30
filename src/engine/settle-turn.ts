import { type DetectedFace, type Detector, detectorViewSize } from './detect-faces.ts';
import { squareView } from './geometry.ts';
import { angleBetween, eyeCentres, type LandmarkLocator, type Landmarks } from './locate-landmarks.ts';
import type { Pyramid } from './raster.ts';

/** A face and its points, in pixels of the searched photo. */
export type FoundFace = { readonly face: DetectedFace; readonly landmarks: Landmarks };

/** The thresholds for taking a face as found, beside the detector's own: this sure, and this near to upright. */
const settled = { faceFlag: 0.99, angle: Math.PI / 6 } as const;
/** Under it, or the detector's own, a face may also lie on its side. */
const doubtful = { faceFlag: 0.97 } as const;
/** The lead in certainty that a turned face needs, of detector and landmarks together. */
const margin = 0.08;
/** Sides of the view that a face is looked at again in, in widths of the face. */
const viewFactor = 3.4;

/**
 * The same face, upright. The detector also accepts upside-down faces, with less confidence, and is inexact about
 * faces on their side. Unless it was certain, the face is checked again upside down.
 */
export async function settleTurn(
  pyramid: Pyramid,
  found: FoundFace,
  detector: Detector,
  locator: LandmarkLocator,
): Promise<FoundFace> {
  const { sureFrom, doubtfulUnder } = detector.certainty;
  if (isSettled(found, sureFrom)) return found;
  const { face, landmarks } = found;
  const isTurned = tiltOf(found) > settled.angle;
  const isDoubtful = isTurned || face.score < doubtfulUnder || landmarks.faceFlag < doubtful.faceFlag;
  const turns = isDoubtful ? [Math.PI, Math.PI / 2, -Math.PI / 2] : [Math.PI];
  const over = await lookFromSides(turns, (turn) => lookTurned(pyramid, found, turn, detector, locator));
  const isOverSurer = over !== undefined && sureness(over) > sureness(found);
  if (!isOverSurer && !isTurned) return found;
  // Seen from as near as the other, which makes the comparison a fair one, and nearer to upright.
  const again = await lookTurned(pyramid, found, 0, detector, locator);
  // Most photos stand upright: to be turned over takes more, unless it is turned already.
  const needed = sureness(again ?? found) + (isTurned ? 0 : margin);
  if (isOverSurer && sureness(over) >= needed) return over;
  if (again === undefined || (!isTurned && sureness(again) < sureness(found) + margin)) return found;
  const closer = await lookTurned(pyramid, again, 0, detector, locator);
  return closer !== undefined && sureness(closer) > sureness(again) ? closer : again;
}

/** True if a face is sure enough, and near enough to upright, to be taken as it is. */
export function isSettled(found: FoundFace, leastScore: number): boolean {
  const isSure = found.face.score >= leastScore && found.landmarks.faceFlag >= settled.faceFlag;
  return isSure && tiltOf(found) <= settled.angle;
}

/** The surest of the sightings, if there is any. */
async function lookFromSides(
  turns: readonly number[],
  look: (turn: number) => Promise<FoundFace | undefined>,
): Promise<FoundFace | undefined> {
  let surest: FoundFace | undefined;
  for (const turn of turns) {
    const seen = await look(turn);
    if (seen !== undefined && (surest === undefined || sureness(seen) > sureness(surest))) surest = seen;
  }
  return surest;
}

/** The face as seen in a view in which its eyes would be level, turned further by `turn`. */
async function lookTurned(
  pyramid: Pyramid,
  found: FoundFace,
  turn: number,
  detector: Detector,
  locator: LandmarkLocator,
): Promise<FoundFace | undefined> {
  const { face } = found;
  const angle = angleBetween(face.rightEye, face.leftEye) + turn;
  const side = Math.max(face.width, face.height) * viewFactor;
  const seen = await detector.detect(pyramid, squareView(face.centre, side, angle, detectorViewSize));
  const same = seen.find(
    ({ centre }) => Math.hypot(centre.x - face.centre.x, centre.y - face.centre.y) < face.width * 0.8,
  );
  return same && { face: same, landmarks: await locator.locate(pyramid, same) };
}

/** The tilt of the face: the larger of the detector's and the landmarks', since both err. */
function tiltOf({ face, landmarks }: FoundFace): number {
  const { right, left } = eyeCentres(landmarks);
  return Math.max(Math.abs(angleBetween(face.rightEye, face.leftEye)), Math.abs(angleBetween(right, left)));
}

function sureness({ face, landmarks }: FoundFace): number {
  return face.score * landmarks.faceFlag;
}
