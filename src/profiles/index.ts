export { answerAnew, type NewAnswer } from './answer-anew.ts';
export { compareNames, splitName } from './attributes/compare-names.ts';
export {
  dataAgePoint,
  faceStatePoint,
  partnerPeoplePoint,
  registrySummaryPoint,
  sourcesPoint,
} from './create-profiles.ts';
export { executionIdKind } from './declarations.ts';
export { ProfileError, profileErrorCatalogue } from './errors.ts';
export type { Execution } from './executions/execution.ts';
export { findTemplateOfExecution } from './executions/executions-store.ts';
export { executionEndedPoint } from './executions/record-progress.ts';
export {
  chooseQueryTemplate,
  type StartExecutionDeps,
  startExecution,
} from './executions/start-execution.ts';
export { type HistoryEntry, listHistory } from './history-store.ts';
export {
  type CompanyDocument,
  createCompanyReader,
  createPersonReader,
  readCompanyDocument,
} from './profile-documents-store.ts';
export {
  createNameIndex,
  type ExecutionEnded,
  type ExecutionLimits,
  type NameIndex,
  nameIndexKey,
  type ProfilesDeps,
} from './profiles-deps.ts';
export { findPeopleByName } from './profiles-store.ts';
export { isProfile, settleByDecision } from './settle-by-decision.ts';
export { longestConsultationMs, unguarded } from './sources/guard-source.ts';

export type {
  Consultation,
  ConsultContext,
  DataDay,
  FaceSummary,
  JsonObject,
  ListHit,
  Partner,
  PartnerPeople,
  Source,
  SourceHealth,
  Subject,
} from './types.ts';
export { ofOwnDatabase, onboardingStatuses, profileStatuses } from './types.ts';
