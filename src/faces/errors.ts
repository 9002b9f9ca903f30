import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** Every code the face domain answers with. A bad photo is the caller's to mend, never a failed match. */
export const faceErrorCatalogue = {
  image_required: {
    kind: 'invalid',
    title: 'No photo was sent',
    fix: 'Send imageUrl, or first upload a capture for the same CPF.',
  },
  photo_ambiguous: {
    kind: 'invalid',
    title: 'The request contains both a photo and a liveness session',
    fix: 'Send either imageUrl or livenessSessionId.',
  },
  face_not_registered: {
    kind: 'not-found',
    title: 'No face is registered for the CPF',
    fix: 'First register a photo for the CPF.',
  },
  attempt_not_found: {
    kind: 'not-found',
    title: 'There is no such attempt',
    fix: 'Use the attempt id from Location or X-Attempt-Id in the answer of the authentication.',
  },
  face_locked: {
    kind: 'rate-limited',
    title: 'Too many photos in a row did not match the face of this CPF',
    fix: 'Wait for the seconds in Retry-After. If the person did not send the photos, check the attempts.',
  },
  reembedding_runs: {
    kind: 'conflict',
    title: 'Another command or job already renews the templates',
    fix: 'Wait until it ends.',
  },
  evaluation_model_differs: {
    kind: 'conflict',
    title: 'The evaluation and the service use different models',
    fix: 'Restart the service to activate the chosen models, or evaluate with --cohort self.',
  },
  threshold_photos_too_few: {
    kind: 'local',
    title: 'The photos are too few for the promised false match rate',
    fix: 'Add photos of other people, or set a higher FACE_FALSE_MATCH_RATE.',
  },
  threshold_photos_implausible: {
    kind: 'invalid',
    title: 'No threshold in reach holds the promised false match rate on the photos',
    fix: 'Look for photos of one person under two names: confere faces evaluate --errors shows the worst pairs.',
  },
} satisfies ErrorCatalogue;

/** An outcome of the face domain that the caller can act on; see {@link faceErrorCatalogue}. */
export class FaceError extends errorsOf(faceErrorCatalogue) {}
