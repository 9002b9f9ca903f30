export { listAttemptsOfPerson } from './attempts-store.ts';
export {
  type AuthenticateFaceDeps,
  type AuthenticateFaceRequest,
  authenticateFace,
} from './authenticate-face.ts';
export { type CapturePhotoDeps, capturePhoto } from './capture-photo.ts';
export type { Capture } from './captures-store.ts';
export { type DeleteRegisteredFacesDeps, deleteRegisteredFaces } from './delete-registered-faces.ts';
export {
  changesKeptMs,
  createDuplicateSearch,
  type DuplicateOutcome,
  type DuplicateSearch,
  deleteFaceChanges,
  type PossibleDuplicate,
} from './duplicates/index.ts';
export { createOnnxFaceEngine } from './engine/index.ts';
export { dropOldReceivedImages, type ErasedFaces, eraseFaces, eraseOldAttempts } from './erasure-store.ts';
export { FaceError } from './errors.ts';
export {
  drawEvaluation,
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type LabelledPair,
  type PairEvaluation,
  readLabelledPairs,
  splitScores,
} from './evaluation/index.ts';
export { deleteUnusedImages } from './evidence-store.ts';
export type {
  EngineDescription,
  EngineWorkload,
  FaceAnalysis,
  FaceEngine,
  FaceQuality,
} from './face-engine.ts';
export type { FaceLock } from './face-lock.ts';
export { type FaceState, findFaceState } from './face-state-store.ts';
export { findFaces } from './faces-store.ts';
export { getAttempt } from './get-attempt.ts';
export { purgeExpiredCaptures, purgeIdempotencyKeys, sweepImages } from './jobs.ts';
export { type LegalBasis, legalBases, parseLegalBasis } from './legal-basis.ts';
export { listRegisteredFaces } from './list-registered-faces.ts';
export {
  addPack,
  type CalibratedPack,
  calibratePack,
  describePack,
  listPacks,
  loadEnginePacks,
  type PackManifest,
  type PackSummary,
  type PackVerdict,
  type PullProgress,
  packagedNames,
  packsDirectoryOf,
  pullPack,
  usePack,
  verifyPacks,
} from './packs/index.ts';
export {
  type ReembedDeps,
  type ReembedProgress,
  type ReembedResult,
  reembedFaces,
  reembedInBackground,
} from './reembed-faces.ts';
export { type RegisteredFace, type RegisterFaceDeps, registerFace } from './register-face.ts';
export { facesSealedTables } from './sealed-tables.ts';
export type { Attempt, Decision, Device, PhotoSource, ReferenceFace } from './types.ts';
