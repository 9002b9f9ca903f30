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
  face_cut_off: {
    kind: 'invalid',
    title: 'Part of the face is outside the photo',
    fix: 'Register a photo with the whole face in it, from forehead to chin and from ear to ear.',
  },
  face_pose_extreme: {
    kind: 'invalid',
    title: 'The face is turned too far away for a reference photo',
    fix: 'Register a photo that faces the camera, with the head level.',
  },
  face_occluded: {
    kind: 'invalid',
    title: 'Something covers the eyes or the mouth',
    fix: 'Register a photo without sunglasses, mask, hand or hair over the face.',
  },
  photo_too_dark: {
    kind: 'invalid',
    title: 'The face is too dark for a reference photo',
    fix: 'Register a photo taken in more light, with the light in front.',
  },
  photo_too_bright: {
    kind: 'invalid',
    title: 'The face is overexposed',
    fix: 'Register a photo taken without flash or sun on the face.',
  },
  photo_low_contrast: {
    kind: 'invalid',
    title: 'The face has too little contrast for a reference photo',
    fix: 'Register a photo taken in clear light, without fog, steam or a dirty lens.',
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
  face_locked: {
    kind: 'rate-limited',
    title: 'Too many photos in a row did not match the face of this CPF',
    fix: 'Wait for the seconds in Retry-After. If it was not the person, look at the attempts.',
  },
  evaluation_pairs_invalid: {
    kind: 'invalid',
    title: 'The list of pairs cannot be used',
    fix: 'Give a CSV file with the header image_a,image_b,same_person and, if wanted, fold.',
  },
  evaluation_photo_missing: {
    kind: 'invalid',
    title: 'Photos that the list of pairs names are missing',
    fix: 'Name the folder that holds the photos, by the names that the list has for them.',
  },
  legal_basis_required: {
    kind: 'invalid',
    title: 'The registration does not say on what legal basis it is made',
    fix: 'Send legalBasis in the JSON body, or the header X-Legal-Basis with a photo as the body.',
  },
  legal_basis_invalid: {
    kind: 'invalid',
    title: 'The legal basis is none of article 11 of the LGPD',
    fix: 'Send consent, legal-obligation, public-policy, research, exercise-of-rights, protection-of-life, health or fraud-prevention.',
  },
  reembedding_runs: {
    kind: 'conflict',
    title: 'Templates are being made anew already',
    fix: 'Wait until the other command or job has ended.',
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
