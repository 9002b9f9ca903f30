import type { FaceAnalysis, FaceQuality } from '../face-engine.ts';
import type { Box, LivenessAssessor } from './assess-liveness.ts';
import { decodePhoto, UndecodablePhotoError } from './decode-photo.ts';
import type { FaceDetector } from './detect-faces.ts';
import type { FaceEmbedder } from './embed-face.ts';
import { type FoundFace, findFace } from './find-face.ts';
import { distance } from './geometry.ts';
import { boundsOf, eyeCentres, type LandmarkLocator } from './locate-landmarks.ts';
import type { QualityMeter } from './measure-quality.ts';
import { Pyramid } from './raster.ts';

/** What the analysis refuses, in the units of `FaceQuality`. */
export type AnalysisLimits = {
  readonly minEyeDistancePx: number;
  readonly minSharpness: number;
  /** A second face at least this share of the first one's width is refused; `Infinity` accepts any number. */
  readonly secondFaceRatio: number;
};

/** The loaded parts one worker analyses with. */
export type AnalysisParts = {
  readonly detector: FaceDetector;
  readonly locator: LandmarkLocator;
  readonly embedder: FaceEmbedder;
  readonly meter: QualityMeter;
  readonly assessor: LivenessAssessor;
};

/** An analysis without what only the main thread knows. */
export type WorkerAnalysis = Omit<FaceAnalysis, 'liveness' | 'templateModel'> & {
  readonly livenessProbability: number;
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
    };

/** Decodes a photo, finds its face and says everything the engine knows of it. */
export async function analysePhoto(
  bytes: Uint8Array,
  parts: AnalysisParts,
  limits: AnalysisLimits,
): Promise<AnalysisOutcome> {
  const started = performance.now();
  const decoded = await decodePhoto(bytes).catch((error: unknown) => {
    if (error instanceof UndecodablePhotoError) return undefined;
    throw error;
  });
  if (decoded === undefined) return { kind: 'refused', code: 'image_undecodable' };
  const decodedAt = performance.now();

  const pyramid = new Pyramid(decoded.raster);
  const scale = decoded.width / decoded.raster.width;
  const search = await findFace(pyramid, parts.detector, parts.locator, limits.secondFaceRatio);
  if (search.kind === 'none') return { kind: 'refused', code: 'face_not_found' };
  if (search.kind === 'several') return { kind: 'refused', code: 'multiple_faces' };
  const { found } = search;
  const quality = qualityOf(found, pyramid, parts.meter, scale, decoded.width);
  if (quality.eyeDistancePx < limits.minEyeDistancePx) {
    return {
      kind: 'refused',
      code: 'face_too_small',
      detail: `The eyes are ${Math.round(quality.eyeDistancePx)} pixels apart; at least ${limits.minEyeDistancePx} are needed`,
    };
  }
  if (quality.sharpness < limits.minSharpness) return { kind: 'refused', code: 'face_too_blurred' };
  const detectedAt = performance.now();

  const template = await parts.embedder.embed(pyramid, found.landmarks);
  const embeddedAt = performance.now();
  const livenessProbability = await parts.assessor.assess(pyramid, detectorBox(found));
  const assessedAt = performance.now();
  return {
    kind: 'analysed',
    analysis: {
      template,
      quality,
      livenessProbability,
      photo: { width: decoded.width, height: decoded.height },
      box: photoBox(found, scale),
      timingsMs: {
        decode: decodedAt - started,
        detect: detectedAt - decodedAt,
        embed: embeddedAt - detectedAt,
        liveness: assessedAt - embeddedAt,
      },
    },
  };
}

function qualityOf(
  found: FoundFace,
  pyramid: Pyramid,
  meter: QualityMeter,
  scale: number,
  photoWidth: number,
): FaceQuality {
  const eyes = eyeCentres(found.landmarks);
  const width = boundsOf(found.landmarks).width * scale;
  return {
    faceWidthPx: width,
    eyeDistancePx: distance(eyes.right, eyes.left) * scale,
    faceWidthShare: Math.min(1, width / photoWidth),
    ...meter.measure(pyramid, found.landmarks),
    detectionScore: found.face.score,
  };
}

function photoBox(found: FoundFace, scale: number): Box {
  const { x, y, width, height } = boundsOf(found.landmarks);
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}

function detectorBox({ face }: FoundFace): Box {
  return {
    x: face.centre.x - face.width / 2,
    y: face.centre.y - face.height / 2,
    width: face.width,
    height: face.height,
  };
}
