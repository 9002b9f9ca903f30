export {
  type CohortMoment,
  type CohortMomentRow,
  type CohortState,
  cohortMomentColumns,
  isCohortStateSql,
  joinCohort,
  toCohortMoment,
} from './cohort-store.ts';
export { createFaceCohort, type FaceCohort, type JudgedPairs } from './create-face-cohort.ts';
export { measureFalseMatches } from './measure-false-matches.ts';
export { lowerThreshold, type MeasurementOutcome, raiseThreshold } from './measurements-store.ts';
