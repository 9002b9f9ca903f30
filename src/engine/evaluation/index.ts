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
  selfCohort,
} from './evaluation-cohort.ts';
export { listAllPairs, writePairs } from './list-all-pairs.ts';
export { type GroupEvaluation, ratesByGroup, readGroups } from './rates-by-group.ts';
export { readCohortPhotos } from './read-cohort-photos.ts';
export { type LabelledPair, readLabelledPairs } from './read-labelled-pairs.ts';
export { renderErrorsPage } from './render-errors-page.ts';
export { renderGroupPage } from './render-group-page.ts';
