export { type AuthenticateFaceDeps, authenticateFace } from './authenticate-face.ts';
export { type CapturePhotoDeps, capturePhoto } from './capture-photo.ts';
export {
  createDuplicateSearch,
  createDuplicatesServer,
  createLocalIndex,
  type DuplicateSearch,
  type DuplicatesPeerState,
  duplicatesPeerStates,
} from './duplicates/index.ts';
export { FaceError } from './errors.ts';
export { findFaceState } from './face-state-store.ts';
export { purgeExpiredCaptures, purgeIdempotencyKeys, sweepImages } from './jobs.ts';
export { getAttempt } from './list-attempts.ts';
export { reembedFaces } from './reembed-faces.ts';
export { type RegisterFaceDeps, registerFace } from './register-face.ts';
export { type DeleteRegisteredFacesDeps, deleteRegisteredFaces } from './registered-faces.ts';
