import Type from 'typebox';
import { choice, group, integer, number, text } from '../variables.ts';

export const faces = group('Faces', {
  modelsDir: Type.Optional(
    text<string>('text', {
      variable: 'MODELS_DIR',
      whenUnset: '`models/packs` in `DATA_DIR`',
      description:
        'Folder of the model packs that `confere models` installs, and of which the one in use is on record. Without any, the models of the installed packages are used.',
    }),
  ),
  modelsBaseUrl: Type.Optional(
    text<string>('base-url', {
      variable: 'MODELS_BASE_URL',
      whenUnset: 'where each file is published',
      description: 'A mirror that `confere models pull` fetches all files from, by their names.',
    }),
  ),
  falseMatchRate: number({
    variable: 'FACE_FALSE_MATCH_RATE',
    default: 0.0001,
    // What the calibration of the default models has been measured for.
    minimum: 1e-5,
    maximum: 1e-2,
    description:
      'Share of comparisons of two different people that may count as a match. Sets the decision threshold; lower is stricter.',
  }),
  livenessThreshold: Type.Optional(
    number({
      variable: 'FACE_LIVENESS_THRESHOLD',
      whenUnset: 'the threshold that the liveness model was measured with',
      minimum: 0,
      maximum: 1,
      description: 'Probability from which a photo counts as taken of a living person.',
    }),
  ),
  workers: integer({
    variable: 'FACE_WORKERS',
    whenUnset: 'the number of processor cores',
    minimum: 1,
    maximum: 256,
    description: 'Threads that analyse faces, each with its own copy of the models.',
  }),
  maxQueue: integer({
    variable: 'FACE_MAX_QUEUE',
    default: 64,
    minimum: 1,
    maximum: 10_000,
    description: 'Photos that may wait for a thread; more are answered with 503.',
  }),
  analysisTimeoutMs: integer({
    variable: 'FACE_ANALYSIS_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'How long analysing one photo may take, waiting included, in milliseconds.',
  }),
  searchTimeoutMs: integer({
    variable: 'FACE_SEARCH_TIMEOUT_MS',
    default: 3_000,
    minimum: 100,
    maximum: 60_000,
    description:
      'How long a face is looked for in one photo, in milliseconds: a photo without any is looked at in some forty sizes, parts and turns. When the time is over, the answer is `face_not_found`.',
  }),
  minEyeDistancePx: number({
    variable: 'FACE_MIN_EYE_DISTANCE_PX',
    default: 22,
    minimum: 0,
    maximum: 1_000,
    description:
      'Least distance of the eyes that a photo is compared with, in pixels; less is `face_too_small`.',
  }),
  minSharpness: number({
    variable: 'FACE_MIN_SHARPNESS',
    default: 8,
    minimum: 0,
    maximum: 10_000,
    description: 'Least sharpness that a photo is compared with; less is `face_too_blurred`.',
  }),
  maxReferences: integer({
    variable: 'FACE_MAX_REFERENCES',
    default: 5,
    minimum: 1,
    maximum: 50,
    description: 'Reference photos kept for one person; the most similar one counts.',
  }),
  prominenceRatio: number({
    variable: 'FACE_PROMINENCE_RATIO',
    default: 0.5,
    minimum: 0.05,
    maximum: 1,
    description:
      "Width of a second face, as a share of the largest one's, from which the photo is refused for showing several people. Smaller faces count as background.",
  }),
  captureLifetimeSeconds: integer({
    variable: 'CAPTURE_LIFETIME_SECONDS',
    default: 600,
    minimum: 10,
    maximum: 86_400,
    description: 'How long an uploaded photo waits to be used by an authentication, in seconds.',
  }),
  duplicateSearch: choice(['on', 'off'], {
    variable: 'FACE_DUPLICATE_SEARCH',
    default: 'on',
    description:
      'Whether registering a face searches those registered for other CPFs, for clients with the scope `faces:duplicates`. Each process keeps an index in memory: about 0.6 GB for a million faces.',
  }),
  duplicateMinSimilarity: number({
    variable: 'FACE_DUPLICATE_MIN_SIMILARITY',
    default: 0.9,
    minimum: 0.5,
    maximum: 1,
    description:
      'Similarity from which two registered faces are answered as possibly one person. Stricter than the 0.5 of a match: a new face is compared with all others.',
  }),
});

export const referenceQuality = group('Quality of reference photos', {
  minEyeDistancePx: integer({
    variable: 'FACE_REFERENCE_MIN_EYE_DISTANCE_PX',
    default: 28,
    minimum: 0,
    maximum: 1_000,
    description: 'Least distance of the eyes in a registered photo, in pixels; less is `face_too_small`.',
  }),
  minSharpness: number({
    variable: 'FACE_REFERENCE_MIN_SHARPNESS',
    default: 15,
    minimum: 0,
    maximum: 10_000,
    description: 'Least sharpness of a registered photo; less is `face_too_blurred`.',
  }),
  maxYawDegrees: number({
    variable: 'FACE_REFERENCE_MAX_YAW_DEGREES',
    default: 38,
    minimum: 0,
    maximum: 180,
    description:
      'How far the head may be turned to a side in a registered photo, in degrees; more is `face_pose_extreme`.',
  }),
  maxPitchDegrees: number({
    variable: 'FACE_REFERENCE_MAX_PITCH_DEGREES',
    default: 38,
    minimum: 0,
    maximum: 180,
    description:
      'How far the head may be turned up or down in a registered photo, in degrees; more is `face_pose_extreme`.',
  }),
  minInsideShare: number({
    variable: 'FACE_REFERENCE_MIN_INSIDE_SHARE',
    default: 0.9,
    minimum: 0,
    maximum: 1,
    description: 'Least share of the face that lies inside a registered photo; less is `face_cut_off`.',
  }),
  minBrightness: number({
    variable: 'FACE_REFERENCE_MIN_BRIGHTNESS',
    default: 30,
    minimum: 0,
    maximum: 255,
    description: 'Least mean grey of the face in a registered photo, 0 to 255; less is `photo_too_dark`.',
  }),
  maxOverexposedShare: number({
    variable: 'FACE_REFERENCE_MAX_OVEREXPOSED_SHARE',
    default: 0.4,
    minimum: 0,
    maximum: 1,
    description:
      'Largest share of the face that may be nearly white in a registered photo; more is `photo_too_bright`.',
  }),
  minDynamicRangeBits: number({
    variable: 'FACE_REFERENCE_MIN_DYNAMIC_RANGE_BITS',
    default: 4.5,
    minimum: 0,
    maximum: 8,
    description:
      'Least entropy of the grey values of the face in a registered photo; less is `photo_low_contrast`.',
  }),
  minEyesVisibility: number({
    variable: 'FACE_REFERENCE_MIN_EYES_VISIBILITY',
    default: 0.05,
    minimum: 0,
    maximum: 1,
    description: 'Least estimate that the eyes can be seen in a registered photo; less is `face_occluded`.',
  }),
  minMouthVisibility: number({
    variable: 'FACE_REFERENCE_MIN_MOUTH_VISIBILITY',
    default: 0.02,
    minimum: 0,
    maximum: 1,
    description: 'Least estimate that the mouth can be seen in a registered photo; less is `face_occluded`.',
  }),
});
