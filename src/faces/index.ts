export {
  type AuthenticateFaceDeps,
  type AuthenticateFaceRequest,
  authenticateFace,
} from './authenticate-face.ts';
export { type CapturePhotoDeps, capturePhoto } from './capture-photo.ts';
export type { Capture } from './captures-store.ts';
export { type DeleteRegisteredFacesDeps, deleteRegisteredFaces } from './delete-registered-faces.ts';
export { createOnnxFaceEngine } from './engine/index.ts';
export { FaceError, faceErrorCatalogue } from './errors.ts';
export type { EngineDescription, FaceAnalysis, FaceEngine, FaceQuality } from './face-engine.ts';
export { getAttempt } from './get-attempt.ts';
export { idempotencyKeyLifetimeMs, purgeExpiredCaptures, purgeIdempotencyKeys, sweepImages } from './jobs.ts';
export { listRegisteredFaces } from './list-registered-faces.ts';
export { type RegisteredFace, type RegisterFaceDeps, registerFace } from './register-face.ts';
export type { Attempt, Decision, Device, PhotoSource, ReferenceFace } from './types.ts';
