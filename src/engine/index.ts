export { addEngineGauges } from './add-engine-gauges.ts';
export {
  type DeploymentCohort,
  fewestPeople,
  mostPeople,
  penaltyOf,
} from './cohort/deployment-cohort.ts';
export {
  type BegunEngine,
  beginEngine,
  configuredEngineSettings,
  createFaceEngine,
  type FacePhotoLimits,
  openConfiguredEngine,
} from './create-face-engine.ts';
export { createOnnxFaceEngine, type OnnxFaceEngineOptions } from './create-onnx-face-engine.ts';
export type { EnginePacks } from './engine-packs.ts';
export { EngineError, type EngineErrorCode } from './errors.ts';
export {
  type AppliedCohort,
  drawEvaluation,
  type EvaluatedPairs,
  type EvaluatedPhotos,
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type GroupEvaluation,
  listAllPairs,
  missedAt,
  type OpenEvaluationCohort,
  type PairEvaluation,
  packagedCohort,
  photosCohort,
  type Rate,
  ratesByGroup,
  readCohortPhotos,
  readGroups,
  readLabelledPairs,
  renderErrorsPage,
  renderGroupPage,
  selfCohort,
  splitScores,
  thresholdAt,
  wilson,
  writePairs,
} from './evaluation/index.ts';
export type {
  AnalyseOptions,
  ComparisonAdjustment,
  EngineDescription,
  FaceAnalysis,
  FaceColours,
  FaceComparison,
  FaceEngine,
  FaceObservation,
  FaceQuality,
  LinearColour,
  MadeFaceTemplate,
  ModelDescription,
  SearchVector,
} from './face-engine.ts';
export { findCommonTemplates, findTemplate, partModelsOf, partsOf } from './fused-templates.ts';
export { compareStillness, compareSurroundings } from './measure-surroundings.ts';
export { measureRelief } from './midline.ts';
export { openTemplateVectors } from './open-template-vectors.ts';
export { listNetworkFiles } from './packaged-networks.ts';
export { createFaceServiceServer } from './remote/index.ts';
