export { authenticateFace } from './authenticate-face.ts';
export { capturePhoto } from './capture-photo.ts';
export {
  createDuplicateSearch,
  createDuplicatesServer,
  createLocalIndex,
  type DuplicateSearch,
  type DuplicatesPeerState,
  duplicatesPeerStates,
} from './duplicates/index.ts';
export { FaceError } from './errors.ts';
export type { FaceDeps } from './face-deps.ts';
export { findFaceState } from './face-state-store.ts';
export { purgeExpiredCaptures, purgeIdempotencyKeys, sweepImages } from './jobs.ts';
export { getAttempt } from './list-attempts.ts';
export { reembedFaces } from './reembed-faces.ts';
export { registerFace } from './register-face.ts';
export { deleteRegisteredFaces } from './registered-faces.ts';
