import { type DetectedFace, type FaceDetector, partView, wholeView } from './detect-faces.ts';
import type { View } from './geometry.ts';
import type { LandmarkLocator, Landmarks } from './locate-landmarks.ts';
import type { Pyramid } from './raster.ts';

/** A face and its points, in pixels of the searched photo. */
export type FoundFace = { readonly face: DetectedFace; readonly landmarks: Landmarks };

/** The one prominent face, or why there is none. */
export type FaceSearch =
  | { readonly kind: 'found'; readonly found: FoundFace }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' };

/** Surely a face; below it, other views of the photo are tried first. */
const sureScore = 0.6;
/** Least belief of the landmark network that its crop holds a face. */
const leastFaceFlag = 0.5;

/**
 * Finds the one prominent face of a photo. The whole photo is searched first; when nothing sure is there, also
 * smaller (a face that fills the frame), larger in five overlapping parts (a small face), and turned by quarters.
 *
 * `secondFaceRatio`: a second face at least this share of the first one's width makes it `several`.
 */
export async function findFace(
  pyramid: Pyramid,
  detector: FaceDetector,
  locator: LandmarkLocator,
  secondFaceRatio: number,
): Promise<FaceSearch> {
  for (const views of searchSteps(pyramid)) {
    const faces: DetectedFace[] = [];
    for (const view of views) faces.push(...(await detector.detect(pyramid, view)));
    const sure = faces.filter((face) => face.score >= sureScore);
    const search = await chooseFace(pyramid, sure, locator, secondFaceRatio);
    if (search.kind !== 'none') return search;
  }
  return { kind: 'none' };
}

function* searchSteps(pyramid: Pyramid): Generator<View[]> {
  yield [wholeView(pyramid)];
  yield [wholeView(pyramid, 0.6)];
  yield partViews(pyramid);
  const quarter = Math.PI / 2;
  yield [wholeView(pyramid, 1, quarter), wholeView(pyramid, 1, -quarter), wholeView(pyramid, 1, 2 * quarter)];
}

/** Squares of 60 % of the longer side at the middle and towards each corner. */
function partViews(pyramid: Pyramid): View[] {
  const { width, height } = pyramid.photo;
  const side = Math.max(width, height) * 0.6;
  const spreadX = Math.max(0, width - side) / 2;
  const spreadY = Math.max(0, height - side) / 2;
  const places = [
    [0, 0],
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const;
  return places.map(([x, y]) => partView({ x: width / 2 + x * spreadX, y: height / 2 + y * spreadY }, side));
}

async function chooseFace(
  pyramid: Pyramid,
  faces: DetectedFace[],
  locator: LandmarkLocator,
  secondFaceRatio: number,
): Promise<FaceSearch> {
  const ranked = withoutRepeats(faces).sort((a, b) => prominence(b, pyramid) - prominence(a, pyramid));
  let found: FoundFace | undefined;
  for (const face of ranked) {
    if (found !== undefined && face.width < found.face.width * secondFaceRatio) continue;
    const landmarks = await locator.locate(pyramid, face);
    if (landmarks.faceFlag < leastFaceFlag) continue;
    if (found !== undefined) return { kind: 'several' };
    found = { face, landmarks };
    if (secondFaceRatio === Number.POSITIVE_INFINITY) break;
  }
  return found === undefined ? { kind: 'none' } : { kind: 'found', found };
}

/**
 * Overlapping views see a face more than once, and a face that fills the frame is seen in pieces: of sightings
 * nearer than two heads can be, the most confident stays.
 */
function withoutRepeats(faces: DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = [];
  for (const face of faces.sort((a, b) => b.score - a.score)) {
    const near = (other: DetectedFace) =>
      Math.hypot(other.centre.x - face.centre.x, other.centre.y - face.centre.y) <
      Math.max(other.width, face.width) * 0.7;
    if (!kept.some(near)) kept.push(face);
  }
  return kept;
}

/** Width, counted down to a half towards the edge of the photo: people point cameras at what they mean. */
function prominence(face: DetectedFace, pyramid: Pyramid): number {
  const { width, height } = pyramid.photo;
  const offCentre =
    Math.hypot((face.centre.x / width) * 2 - 1, (face.centre.y / height) * 2 - 1) / Math.SQRT2;
  return face.width * (1 - Math.min(1, offCentre) / 2);
}
