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
export type { MeasurementOutcome } from './measurement.ts';
export { lowerThreshold, raiseThreshold } from './measurements-store.ts';
