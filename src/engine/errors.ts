import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** The refusals of photos by the face networks, their overload, and the faults of an evaluation's input. */
export const engineErrorCatalogue = {
  face_not_found: {
    kind: 'invalid',
    title: 'No face was found in the photo',
    fix: 'Take the photo facing the camera, in even light, with the whole face visible.',
  },
  multiple_faces: {
    kind: 'invalid',
    title: 'The photo shows more than one prominent face',
    fix: 'Take the photo with one person in it.',
  },
  face_too_small: {
    kind: 'invalid',
    title: 'The face is too small in the photo',
    fix: 'Move closer to the camera, or send the photo at its full resolution.',
  },
  face_too_close: {
    kind: 'invalid',
    title: 'The face is too close to the camera to be judged',
    fix: 'Move back until the whole head is in the picture, and take the photo again.',
  },
  face_too_blurred: {
    kind: 'invalid',
    title: 'The face is too blurred to be compared',
    fix: 'Hold the camera still, clean the lens and take the photo in better light.',
  },
  face_turned_away: {
    kind: 'invalid',
    title: 'The face is turned too far away to be compared',
    fix: 'Take the photo facing the camera.',
  },
  face_cut_off: {
    kind: 'invalid',
    title: 'Part of the face is outside the photo',
    fix: 'Take a photo with the whole face: from forehead to chin and from ear to ear.',
  },
  face_pose_extreme: {
    kind: 'invalid',
    title: 'The face is turned too far away for a reference photo',
    fix: 'Register a photo that faces the camera, with the head level.',
  },
  face_occluded: {
    kind: 'invalid',
    title: 'Something covers the eyes or the mouth',
    fix: 'Register a photo without sunglasses, mask, hand or hair in front of the face.',
  },
  photo_too_dark: {
    kind: 'invalid',
    title: 'The face is too dark for a reference photo',
    fix: 'Register a photo taken in more light, with the light in front.',
  },
  photo_too_bright: {
    kind: 'invalid',
    title: 'The face is overexposed',
    fix: 'Register a photo without flash or direct sun on the face.',
  },
  photo_low_contrast: {
    kind: 'invalid',
    title: 'The face has too little contrast for a reference photo',
    fix: 'Register a photo taken in clear light, without fog, steam or a dirty lens.',
  },
  network_missing: {
    kind: 'local',
    title: 'A face network of this installation is missing',
    fix: 'Install with the development tools, which build the networks: npm ci. Remove the tools afterwards with npm prune --omit=dev. docs/guides/model-packs.md says what works without the networks.',
  },
  evaluation_pairs_invalid: {
    kind: 'local',
    title: 'The list of pairs is not valid',
    fix: 'Use a CSV file with the header image_a,image_b,same_person and the optional columns person_a, person_b, fold and years_apart.',
  },
  evaluation_people_unknown: {
    kind: 'local',
    title: 'Nothing says which person each photo shows',
    fix: 'Add the columns person_a and person_b to the list, or put the photos of each person into a folder.',
  },
  evaluation_photo_missing: {
    kind: 'local',
    title: 'Some photos of the list of pairs are missing',
    fix: 'Name the folder of the photos. Its file names must match the list.',
  },
  face_engine_busy: {
    kind: 'unavailable',
    title: 'The face engine is overloaded',
    fix: 'Try again after the time in Retry-After.',
  },
  face_engine_timeout: {
    kind: 'unavailable',
    title: 'The face engine did not answer in time',
    fix: 'Try again after the time in Retry-After.',
  },
  face_service_unavailable: {
    kind: 'unavailable',
    title: 'No face service gave a usable answer',
    fix: 'Try again after the time in Retry-After. Operators: check the processes behind FACES_URL.',
  },
} satisfies ErrorCatalogue;

export type EngineErrorCode = keyof typeof engineErrorCatalogue;

/** A photo that cannot be compared, or an engine that cannot take one; see {@link engineErrorCatalogue}. */
export class EngineError extends errorsOf(engineErrorCatalogue) {}
