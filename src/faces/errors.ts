import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code the face domain answers with. A bad photo is the caller's to mend, never a failed match. */
export const faceErrorCatalogue = {
  image_required: {
    kind: 'invalid',
    title: 'No photo was sent',
    fix: 'Send imageUrl, or upload a capture for the same CPF first.',
  },
  face_not_found: {
    kind: 'invalid',
    title: 'No face was found in the photo',
    fix: 'Take the photo facing the camera, in even light, with the whole face visible.',
  },
  multiple_faces: {
    kind: 'invalid',
    title: 'More than one prominent face is in the photo',
    fix: 'Take the photo with one person in it.',
  },
  face_too_small: {
    kind: 'invalid',
    title: 'The face is too small in the photo',
    fix: 'Move closer to the camera, or send the photo at its full resolution.',
  },
  face_too_blurred: {
    kind: 'invalid',
    title: 'The face is too blurred to be compared',
    fix: 'Hold the camera still, clean the lens and take the photo in better light.',
  },
  face_not_registered: {
    kind: 'not-found',
    title: 'No face is registered for the CPF',
    fix: 'Register a photo for the CPF first.',
  },
  attempt_not_found: {
    kind: 'not-found',
    title: 'There is no such attempt',
    fix: 'Use the attempt id that the authentication answered with, in Location and X-Attempt-Id.',
  },
  idempotency_key_reused: {
    kind: 'conflict',
    title: 'The Idempotency-Key was used for another request',
    fix: 'Use a new key for a new request, and the same body when repeating one.',
  },
  face_engine_busy: {
    kind: 'unavailable',
    title: 'The face engine has more work than it can take',
    fix: 'Try again after the time in Retry-After.',
  },
  face_engine_timeout: {
    kind: 'unavailable',
    title: 'The face engine did not answer in time',
    fix: 'Try again after the time in Retry-After.',
  },
} satisfies ErrorCatalogue;

export type FaceErrorCode = keyof typeof faceErrorCatalogue;

/** An outcome of the face domain that the caller can act on; see {@link faceErrorCatalogue}. */
export class FaceError extends AppError {
  constructor(code: FaceErrorCode, options?: AppErrorOptions) {
    super(code, faceErrorCatalogue[code], options);
  }
}
