import { type Detector, detectorViewSize, FaceDetector, wholeView } from './detect-faces.ts';
import type { LandmarkLocator, Looks } from './locate-landmarks.ts';
import type { Network } from './onnx-network.ts';
import type { Pyramid } from './raster.ts';
import { type FoundFace, isSettled } from './settle-turn.ts';

/**
 * Confidence from which a face that seems upright is so: at this resolution one of 8,800 views of press photos and
 * portraits, turned by 90 degrees and more, seemed upright with more, and the next of them with 0.80.
 */
const sureScore = 0.82;
/**
 * Width, as a share of the view, from which the quick detector misses no face: of 710 press photos brought to 14 of
 * its 128 pixels and more it saw every one, if not always with confidence.
 */
const leastShareSeen = 14 / 128;
/**
 * Confidence from which a sighting may be a second face. Of 65 second faces that the detector saw in 729 press photos
 * the quick one gave the least 0.29.
 */
const leastScoreOfOther = 0.2;
/** The tolerance in comparing the widths of two boxes. */
const widthTolerance = 0.85;
/** A narrower face is never the more prominent one, wherever it stands. */
const neverMoreProminent = 0.5;

/** The detector for glances, from the network converted for small pictures. */
export function openQuickDetector(network: Network): Detector {
  return new FaceDetector(network, { leastScore: leastScoreOfOther });
}

/**
 * The face that a quarter of the detector's work settles, in the whole photo at half the detector's resolution: one
 * that is sure and upright, and beside which no other can be that would make it `multiple_faces`. Undefined when
 * any of that is in doubt; then nothing is said of the photo.
 */
export async function glanceAtPhoto(
  pyramid: Pyramid,
  quickDetector: Detector,
  locator: LandmarkLocator,
  { secondFaceRatio, looks }: { readonly secondFaceRatio: number; readonly looks: Looks },
): Promise<FoundFace | undefined> {
  const view = wholeView(pyramid);
  const seen = await quickDetector.detect(pyramid, view);
  const face = seen.toSorted((a, b) => b.width - a.width)[0];
  if (face === undefined || face.score < sureScore) return undefined;
  const leastOther = face.width * Math.min(secondFaceRatio, neverMoreProminent);
  if (leastOther < Math.hypot(view.a, view.d) * detectorViewSize * leastShareSeen) return undefined;
  if (seen.some((other) => other !== face && other.width >= leastOther * widthTolerance)) return undefined;
  const found = { face, landmarks: await locator.locate(pyramid, face, looks) };
  return isSettled(found, sureScore) ? found : undefined;
}
