export { answerAnew, type NewAnswer } from './answer-anew.ts';
export { compareNames, splitName } from './attributes/compare-names.ts';
export {
  createProfiles,
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
export { type ExecutionReport, getExecution, listExecutions } from './executions/find-executions.ts';
export { executionEndedPoint } from './executions/record-progress.ts';
export {
  chooseQueryTemplate,
  type StartExecutionDeps,
  type StartExecutionRequest,
  startExecution,
} from './executions/start-execution.ts';
export { type HistoryEntry, listHistory } from './history-store.ts';
export { registerProfileJobs } from './jobs.ts';
export {
  type CompanyDocument,
  createCompanyReader,
  createPersonReader,
  readCompanyDocument,
} from './profile-documents-store.ts';
export {
  type CompanyIds,
  createCompanyIds,
  createNameIndex,
  type ExecutionEnded,
  type ExecutionLimits,
  type NameIndex,
  nameIndexKey,
  type ProfileLimits,
  type ProfilesDeps,
} from './profiles-deps.ts';
export { findPeopleByName } from './profiles-store.ts';
export type { QueryTemplate, QueryTemplateDefinition } from './query-templates/query-template-definition.ts';
export { createQueryTemplate } from './query-templates/save-query-template.ts';
export { createRulesEngine } from './rules/rules-engine.ts';
export { isProfile, type ProfileDecision, settleByDecision } from './settle-by-decision.ts';
export { longestConsultationMs, unguarded } from './sources/guard-source.ts';
export {
  type AskContext,
  createSourceDesk,
  type SourceDesk,
  type SourceDeskOptions,
} from './sources/source-desk.ts';

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
  SourcePolicy,
  Subject,
  SubjectKind,
} from './types.ts';
export { onboardingStatuses, profileStatuses } from './types.ts';
