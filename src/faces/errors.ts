import { define, errorsOf } from '../platform/errors.ts';

/** Every code the face domain answers with. A bad photo is the caller's to mend, never a failed match. */
export const faceErrorCatalogue = {
  image_required: define.invalid(
    'No photo was sent',
    'Send imageUrl, or first upload a capture for the same CPF.',
  ),
  photo_ambiguous: define.invalid(
    'The request contains both a photo and a liveness session',
    'Send either imageUrl or livenessSessionId.',
  ),
  face_not_registered: define.notFound(
    'No face is registered for the CPF',
    'First register a photo for the CPF.',
  ),
  attempt_not_found: define.notFound(
    'There is no such attempt',
    'Use the attempt id from Location or X-Attempt-Id in the answer of the authentication.',
  ),
  face_locked: define.rateLimited(
    'Too many photos in a row did not match the face of this CPF',
    'Wait for the seconds in Retry-After. If the person did not send the photos, check the attempts.',
  ),
  reembedding_runs: define.conflict(
    'Another command or job already renews the templates',
    'Wait until it ends.',
  ),
  evaluation_model_differs: define.conflict(
    'The evaluation and the service use different models',
    'Restart the service to activate the chosen models, or evaluate with --cohort self.',
  ),
  threshold_photos_too_few: define.local(
    'The photos are too few for the promised false match rate',
    'Add photos of other people, or set a higher FACE_FALSE_MATCH_RATE.',
  ),
  threshold_photos_implausible: define.invalid(
    'No threshold in reach holds the promised false match rate on the photos',
    'Look for photos of one person under two names: confere faces evaluate --errors shows the worst pairs.',
  ),
};

/** An outcome of the face domain that the caller can act on; see {@link faceErrorCatalogue}. */
export class FaceError extends errorsOf(faceErrorCatalogue) {}
