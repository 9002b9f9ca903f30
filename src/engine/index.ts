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
export { EngineError, type EngineErrorCode } from './errors.ts';
export { drawEvaluation } from './evaluation/draw-evaluation.ts';
export { missedAt, type Rate, splitScores, thresholdAt, wilson } from './evaluation/error-rates.ts';
export {
  type EvaluatedPairs,
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type PairEvaluation,
} from './evaluation/evaluate-pairs.ts';
export {
  type OpenEvaluationCohort,
  packagedCohort,
  photosCohort,
  readCohortPhotos,
  selfCohort,
} from './evaluation/evaluation-cohort.ts';
export { listAllPairs, writePairs } from './evaluation/list-all-pairs.ts';
export { type GroupEvaluation, ratesByGroup, readGroups } from './evaluation/rates-by-class-and-group.ts';
export { readLabelledPairs } from './evaluation/read-labelled-pairs.ts';
export { renderErrorsPage, renderGroupPage } from './evaluation/render-pages.ts';
export type {
  AnalyseOptions,
  ComparisonAdjustment,
  EngineDescription,
  FaceAnalysis,
  FaceColours,
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
export { createFaceServiceServer } from './remote/create-face-service-server.ts';
