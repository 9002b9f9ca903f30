export { drawEvaluation } from './draw-evaluation.ts';
export { missedAt, type Rate, splitScores, thresholdAt, wilson } from './error-rates.ts';
export {
  type EvaluatedPairs,
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type PairEvaluation,
} from './evaluate-pairs.ts';
export {
  type AppliedCohort,
  type EvaluatedPhotos,
  type OpenEvaluationCohort,
  packagedCohort,
  photosCohort,
  readCohortPhotos,
  selfCohort,
} from './evaluation-cohort.ts';
export { listAllPairs, writePairs } from './list-all-pairs.ts';
export { type GroupEvaluation, ratesByGroup, readGroups } from './rates-by-class-and-group.ts';
export { type LabelledPair, readLabelledPairs } from './read-labelled-pairs.ts';
export { renderErrorsPage, renderGroupPage } from './render-pages.ts';
