import { type DetectedFace, type Detector, partView, wholeView } from './detect-faces.ts';
import type { View } from './geometry.ts';
import { glanceAtPhoto } from './glance-at-photo.ts';
import type { LandmarkLocator, Looks } from './locate-landmarks.ts';
import type { Pyramid } from './raster.ts';
import { type FoundFace, settleTurn } from './settle-turn.ts';

export type { FoundFace } from './settle-turn.ts';

export type FaceFinder = {
  readonly detector: Detector;
  /** The same at half the resolution, where there is one: it settles most photos in which a face is large. */
  readonly quickDetector?: Detector;
  readonly locator: LandmarkLocator;
};

export type FaceSearchLimits = {
  /** A second face at least this share of the first one's width makes it `several`. */
  readonly secondFaceRatio: number;
  /** Milliseconds of this thread's processor time after which no further view is looked at; the first one always is. */
  readonly timeoutMs: number;
  /** At the points of a face that a glance settles; two unless given. */
  readonly looks?: Looks;
};

/** The one prominent face, or why there is none. */
export type FaceSearch =
  | { readonly kind: 'found'; readonly found: FoundFace }
  /** `isComplete`: every view was looked at; false when the time was over before. */
  | { readonly kind: 'none'; readonly isComplete: boolean }
  | { readonly kind: 'several' };

/** Surely a face; below it, other views of the photo are tried first. */
const sureScore = 0.6;
/** Least belief of the landmark network that its crop holds a face. */
const leastFaceFlag = 0.5;
/** The same for what only the last views show: many views find more that is none. */
const lateScore = 0.7;
const lateFaceFlag = 0.9;
/** Longer side of a photo from which small parts of it are searched as well. */
const largePhotoPx = 1000;
/** The most prominent places of one step that the landmarks are asked about: patterns can look like many faces. */
const mostPlaces = 12;

/**
 * Finds the one prominent face of a photo. The whole photo is searched first, at half the resolution to begin with;
 * when nothing sure is there, also smaller (a face that fills the frame), larger in five overlapping parts (a small
 * face), turned by quarters, turned in parts, and in small parts (a face of 100 pixels among twelve million). What is
 * found may still stand upside down: `settleTurn` decides.
 */
export async function findFace(
  pyramid: Pyramid,
  finder: FaceFinder,
  { secondFaceRatio, timeoutMs, looks = 2 }: FaceSearchLimits,
): Promise<FaceSearch> {
  const { detector, quickDetector, locator } = finder;
  const started = process.threadCpuUsage();
  const isOver = () => {
    const { user, system } = process.threadCpuUsage(started);
    return user + system > timeoutMs * 1_000;
  };
  if (quickDetector !== undefined) {
    const found = await glanceAtPhoto(pyramid, quickDetector, locator, { secondFaceRatio, looks });
    if (found !== undefined) return { kind: 'found', found };
  }
  let looked = 0;
  for (const { views, isLate } of searchSteps(pyramid)) {
    const faces: DetectedFace[] = [];
    for (const view of views) {
      if (looked > 0 && isOver()) return { kind: 'none', isComplete: false };
      faces.push(...(await detector.detect(pyramid, view)));
      looked += 1;
    }
    const sure = faces.filter((face) => face.score >= (isLate ? lateScore : sureScore));
    const leastFlag = isLate ? lateFaceFlag : leastFaceFlag;
    const search = await chooseFace(pyramid, sure, locator, secondFaceRatio, leastFlag);
    if (search === undefined) continue;
    if (search.kind === 'several') return search;
    return { kind: 'found', found: await settleTurn(pyramid, search.found, detector, locator) };
  }
  return { kind: 'none', isComplete: true };
}

type SearchStep = { readonly views: readonly View[]; readonly isLate?: true };

function* searchSteps(pyramid: Pyramid): Generator<SearchStep> {
  const quarter = Math.PI / 2;
  const turns = [quarter, -quarter, 2 * quarter];
  yield { views: [wholeView(pyramid)] };
  yield { views: [wholeView(pyramid, 0.6)] };
  yield { views: partViews(pyramid) };
  yield { views: turns.map((angle) => wholeView(pyramid, 1, angle)) };
  yield { views: turns.map((angle) => wholeView(pyramid, 0.6, angle)), isLate: true };
  if (Math.max(pyramid.photo.width, pyramid.photo.height) >= largePhotoPx) {
    yield { views: tileViews(pyramid), isLate: true };
  }
  yield { views: turns.flatMap((angle) => partViews(pyramid, angle)), isLate: true };
}

/** Squares of 60 % of the longer side at the middle and towards each corner. */
function partViews(pyramid: Pyramid, angle = 0): View[] {
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
  return places.map(([x, y]) =>
    partView({ x: width / 2 + x * spreadX, y: height / 2 + y * spreadY }, side, angle),
  );
}

/** Squares of a third of the longer side, each a third over the next. */
function tileViews(pyramid: Pyramid): View[] {
  const { width, height } = pyramid.photo;
  const side = Math.max(width, height) / 3;
  const placesAlong = (length: number) => {
    const count = Math.max(1, Math.ceil((length - side) / (side * 0.7)) + 1);
    const step = count === 1 ? 0 : (length - side) / (count - 1);
    return Array.from({ length: count }, (_, i) => (count === 1 ? length / 2 : side / 2 + i * step));
  };
  return placesAlong(height).flatMap((y) => placesAlong(width).map((x) => partView({ x, y }, side)));
}

async function chooseFace(
  pyramid: Pyramid,
  faces: DetectedFace[],
  locator: LandmarkLocator,
  secondFaceRatio: number,
  leastFlag: number,
): Promise<Exclude<FaceSearch, { kind: 'none' }> | undefined> {
  const ranked = withoutRepeats(faces).sort((a, b) => prominence(b, pyramid) - prominence(a, pyramid));
  let found: FoundFace | undefined;
  for (const face of ranked.slice(0, mostPlaces)) {
    if (found !== undefined && face.width < found.face.width * secondFaceRatio) continue;
    const landmarks = await locator.locate(pyramid, face);
    if (landmarks.faceFlag < leastFlag) continue;
    if (found !== undefined) return { kind: 'several' };
    found = { face, landmarks };
    if (secondFaceRatio === Number.POSITIVE_INFINITY) break;
  }
  return found && { kind: 'found', found };
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
