import { decodePart, decodePhoto, UndecodablePhotoError } from './decode-photo.ts';
import type { DetectedFace } from './detect-faces.ts';
import type { FingerprintDrawer } from './draw-fingerprint.ts';
import type { FaceAnalysis, FaceColours, MadeFaceTemplate } from './face-engine.ts';
import { type FaceFinder, type FoundFace, findFace } from './find-face.ts';
import { joinTemplates, partModelsOf } from './fused-templates.ts';
import type { Point } from './geometry.ts';
import { type Box, faceInPhoto, type LivenessAssessor } from './liveness/open-assessor.ts';
import { boundsOf, eyeCentres } from './locate-landmarks.ts';
import { measureColours } from './measure-colours.ts';
import { measureSurroundings } from './measure-surroundings.ts';
import { drawMidline } from './midline.ts';
import type { EmbedderSet } from './open-embedders.ts';
import type { PhotoLimits } from './photo-limits.ts';
import type { QualityMeter } from './quality/measure-quality.ts';
import { Pyramid } from './raster.ts';
import { settleTurn } from './settle-turn.ts';

/** The loaded parts one worker analyses with. */
export type AnalysisParts = {
  readonly finder: FaceFinder;
  readonly embedders: EmbedderSet;
  readonly meter: QualityMeter;
  readonly fingerprints: FingerprintDrawer;
  readonly assessor: LivenessAssessor;
};

/** An analysis without what only the main thread knows. */
export type WorkerAnalysis = Omit<
  FaceAnalysis,
  'liveness' | 'template' | 'templateModel' | 'otherTemplates'
> & {
  /** One for each model that was asked for, in that order. */
  readonly templates: readonly MadeFaceTemplate[];
  readonly livenessProbability: number;
  /** x and y of the face's points in turn, in pixels of the photo; only when asked for. */
  readonly points?: Float32Array;
  /** Only with the points, as the next one: see `measureSurroundings`. */
  readonly surroundings?: Uint8Array;
  /** Only with the points: see `drawMidline`. */
  readonly midline?: Uint8Array;
  readonly colours?: FaceColours;
};

/** Outcomes cross the thread boundary as data: errors would lose their class. */
export type AnalysisOutcome =
  | { readonly kind: 'analysed'; readonly analysis: WorkerAnalysis }
  | {
      readonly kind: 'refused';
      readonly code:
        | 'image_undecodable'
        | 'face_not_found'
        | 'multiple_faces'
        | 'face_too_small'
        | 'face_too_blurred';
      readonly detail?: string;
    }
  /** The network of a model that is not in use could not be loaded: its pack was removed or altered. */
  | { readonly kind: 'network-gone'; readonly templateModel: string; readonly problem: string };

export type AnalysisExtent = {
  /** The points and colours are answered too. */
  readonly withPoints?: boolean;
  /**
   * The photo is compared once: one look at the points of the face instead of two, and quick decoding where that is
   * possible.
   */
  readonly isReceived?: boolean;
};

/** Decodes a photo, finds its face and returns the complete analysis. */
export async function analysePhoto(
  bytes: Uint8Array,
  parts: AnalysisParts,
  limits: PhotoLimits,
  templateModels: readonly string[],
  { withPoints = false, isReceived = false }: AnalysisExtent = {},
): Promise<AnalysisOutcome> {
  const started = performance.now();
  const decoded = await decodePhoto(bytes, limits.maxPixels, {
    isReceived,
    timeoutSeconds: limits.decodingTimeoutSeconds,
  }).catch((error: unknown) => {
    if (error instanceof UndecodablePhotoError) return undefined;
    throw error;
  });
  if (decoded === undefined) return { kind: 'refused', code: 'image_undecodable' };
  const decodedAt = performance.now();

  const whole = {
    pyramid: new Pyramid(decoded.raster),
    scale: decoded.width / decoded.raster.width,
    left: 0,
    top: 0,
  };
  const search = await findFace(whole.pyramid, parts.finder, {
    secondFaceRatio: limits.secondFaceRatio,
    timeoutMs: limits.searchTimeoutMs,
    looks: isReceived ? 1 : 2,
  });
  if (search.kind === 'none') {
    const code = 'face_not_found';
    if (search.isComplete) return { kind: 'refused', code };
    return { kind: 'refused', code, detail: 'The time for the search at other sizes and angles was over' };
  }
  if (search.kind === 'several') return { kind: 'refused', code: 'multiple_faces' };
  const { scene, found } = await lookCloser(bytes, decoded, whole, search.found, parts.finder);
  const frame = { ...scene, width: decoded.width, height: decoded.height };
  const quality = parts.meter.measure(scene.pyramid, found.landmarks, frame, found.face.score);
  if (quality.eyeDistancePx < limits.minEyeDistancePx) {
    return {
      kind: 'refused',
      code: 'face_too_small',
      detail: `The eyes are ${Math.round(quality.eyeDistancePx)} pixels apart; a comparison needs ${limits.minEyeDistancePx}, a reference photo more`,
    };
  }
  if (quality.sharpness < limits.minSharpness) {
    return {
      kind: 'refused',
      code: 'face_too_blurred',
      detail: `The face has a sharpness of ${Math.round(quality.sharpness)}; a comparison needs ${limits.minSharpness}, a reference photo more`,
    };
  }
  const fingerprint = parts.fingerprints.draw(scene.pyramid, found.landmarks);
  const detectedAt = performance.now();

  const judged = await judgeFace(parts, scene.pyramid, found, templateModels);
  return {
    kind: 'analysed',
    analysis: {
      templates: judged.templates,
      quality,
      fingerprint,
      livenessProbability: judged.livenessProbability,
      photo: { width: decoded.width, height: decoded.height },
      box: photoBox(scene, found),
      ...(withPoints ? { points: photoPoints(scene, found), ...aroundOf(scene, found) } : {}),
      timingsMs: {
        decode: decodedAt - started,
        detect: detectedAt - decodedAt,
        embed: judged.embeddingMs,
        liveness: judged.assessingMs,
        draw: whole.pyramid.drawingMs + (scene.pyramid === whole.pyramid ? 0 : scene.pyramid.drawingMs),
      },
    },
  };
}

/** The templates and the liveness of a face. */
async function judgeFace(
  { embedders, assessor }: AnalysisParts,
  pyramid: Pyramid,
  { face, landmarks }: FoundFace,
  templateModels: readonly string[],
) {
  const started = performance.now();
  // Each network once, also when two models have it in common.
  const embedded = new Map<string, Uint8Array>();
  for (const single of new Set(templateModels.flatMap(partModelsOf))) {
    const embedder = await embedders.get(single);
    embedded.set(single, await embedder.embed(pyramid, landmarks));
  }
  const templates = templateModels.map((templateModel): MadeFaceTemplate => {
    const made = partModelsOf(templateModel).map((single) => embedded.get(single) as Uint8Array);
    return { templateModel, template: made.length === 1 ? (made[0] as Uint8Array) : joinTemplates(made) };
  });
  const embeddedAt = performance.now();
  const livenessProbability = await assessor.assess(faceInPhoto(pyramid, face, eyeCentres(landmarks)));
  const assessingMs = performance.now() - embeddedAt;
  return { templates, livenessProbability, embeddingMs: embeddedAt - started, assessingMs };
}

/** Pixels to work on, and where they lie in the photo: `photo = scene * scale + (left, top)`. */
type Scene = {
  readonly pyramid: Pyramid;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
};

/** Below this width in working pixels a face of a reduced photo is read again at full size. */
const smallFaceWidthPx = 300;
/** Sides of what is read again, in widths of the face: what the widest network looks at, with some room. */
const closerFactor = 4.4;

function needsCloserLook({ scale }: Scene, face: DetectedFace): boolean {
  return scale > 1 && face.width < smallFaceWidthPx;
}

/** The face of a photo that was reduced for the search, at the photo's own resolution when that shows more. */
async function lookCloser(
  bytes: Uint8Array,
  photo: { readonly width: number; readonly height: number },
  scene: Scene,
  found: FoundFace,
  { detector, locator }: FaceFinder,
): Promise<{ scene: Scene; found: FoundFace }> {
  const { face } = found;
  if (!needsCloserLook(scene, face)) return { scene, found };
  const half = (Math.max(face.width, face.height) * scene.scale * closerFactor) / 2;
  const left = Math.max(0, Math.floor(face.centre.x * scene.scale - half));
  const top = Math.max(0, Math.floor(face.centre.y * scene.scale - half));
  const width = Math.min(photo.width - left, Math.ceil(2 * half));
  const height = Math.min(photo.height - top, Math.ceil(2 * half));
  const pyramid = new Pyramid(await decodePart(bytes, { left, top, width, height }));
  const place = ({ x, y }: Point) => ({ x: x * scene.scale - left, y: y * scene.scale - top });
  const closer = {
    ...face,
    centre: place(face.centre),
    width: face.width * scene.scale,
    height: face.height * scene.scale,
    rightEye: place(face.rightEye),
    leftEye: place(face.leftEye),
  };
  const landmarks = await locator.locate(pyramid, closer);
  // With so many more pixels, whether it stands upright can be said better too.
  const settled = await settleTurn(pyramid, { face: closer, landmarks }, detector, locator);
  return { scene: { pyramid, scale: 1, left, top }, found: settled };
}

function photoBox(scene: Scene, found: FoundFace): Box {
  const { x, y, width, height } = boundsOf(found.landmarks);
  const { scale, left, top } = scene;
  return { x: x * scale + left, y: y * scale + top, width: width * scale, height: height * scale };
}

function photoPoints({ scale, left, top }: Scene, { landmarks: { points } }: FoundFace): Float32Array {
  return points.map((value, index) => value * scale + (index % 2 === 0 ? left : top));
}

function aroundOf(
  { pyramid }: Scene,
  { landmarks: { points } }: FoundFace,
): Pick<WorkerAnalysis, 'surroundings' | 'midline' | 'colours'> {
  const photo = pyramid.read();
  const colours = measureColours(photo, points);
  return {
    surroundings: measureSurroundings(photo, points),
    midline: drawMidline(pyramid, points),
    ...(colours === undefined ? {} : { colours }),
  };
}
