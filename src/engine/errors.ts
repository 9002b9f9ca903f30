import { define, errorsOf } from '../platform/errors.ts';

/** The refusals of photos by the face networks, their overload, and the faults of an evaluation's input. */
export const engineErrorCatalogue = {
  face_not_found: define.invalid(
    'No face was found in the photo',
    'Take the photo facing the camera, in even light, with the whole face visible.',
  ),
  multiple_faces: define.invalid(
    'The photo shows more than one prominent face',
    'Take the photo with one person in it.',
  ),
  face_too_small: define.invalid(
    'The face is too small in the photo',
    'Move closer to the camera, or send the photo at its full resolution.',
  ),
  face_too_close: define.invalid(
    'The face is too close to the camera to be judged',
    'Move back until the whole head is in the picture, and take the photo again.',
  ),
  face_too_blurred: define.invalid(
    'The face is too blurred to be compared',
    'Hold the camera still, clean the lens and take the photo in better light.',
  ),
  face_turned_away: define.invalid(
    'The face is turned too far away to be compared',
    'Take the photo facing the camera.',
  ),
  face_cut_off: define.invalid(
    'Part of the face is outside the photo',
    'Take a photo with the whole face: from forehead to chin and from ear to ear.',
  ),
  face_pose_extreme: define.invalid(
    'The face is turned too far away for a reference photo',
    'Register a photo that faces the camera, with the head level.',
  ),
  face_occluded: define.invalid(
    'Something covers the eyes or the mouth',
    'Register a photo without sunglasses, mask, hand or hair in front of the face.',
  ),
  photo_too_dark: define.invalid(
    'The face is too dark for a reference photo',
    'Register a photo taken in more light, with the light in front.',
  ),
  photo_too_bright: define.invalid(
    'The face is overexposed',
    'Register a photo without flash or direct sun on the face.',
  ),
  photo_low_contrast: define.invalid(
    'The face has too little contrast for a reference photo',
    'Register a photo taken in clear light, without fog, steam or a dirty lens.',
  ),
  network_missing: define.local(
    'A face network of this installation is missing',
    'Install with the development tools, which build the networks: npm ci. Remove the tools afterwards with npm prune --omit=dev. docs/guides/model-packs.md says what works without the networks.',
  ),
  evaluation_pairs_invalid: define.local(
    'The list of pairs is not valid',
    'Use a CSV file with the header image_a,image_b,same_person and the optional columns person_a, person_b, group_a, group_b, fold and years_apart.',
  ),
  evaluation_people_unknown: define.local(
    'Nothing says which person each photo shows',
    'Add the columns person_a and person_b to the list, or put the photos of each person into a folder.',
  ),
  evaluation_photo_missing: define.local(
    'Some photos for the evaluation are missing',
    'Name the folder of the photos. Its file names must match the list of pairs.',
  ),
  face_engine_busy: define.unavailable(
    'The face engine is overloaded',
    'Try again after the time in Retry-After.',
  ),
  face_engine_timeout: define.unavailable(
    'The face engine did not answer in time',
    'Try again after the time in Retry-After.',
  ),
  face_service_unavailable: define.unavailable(
    'No face service gave a usable answer',
    'Try again after the time in Retry-After. Operators: check the processes behind FACES_URL.',
  ),
};

export type EngineErrorCode = keyof typeof engineErrorCatalogue;

/** A photo that cannot be compared, or an engine that cannot take one; see {@link engineErrorCatalogue}. */
export class EngineError extends errorsOf(engineErrorCatalogue) {}
