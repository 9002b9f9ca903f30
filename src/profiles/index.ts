export type { AttributeCheck } from './attributes/check-attributes.ts';
export { compareNames, splitName } from './attributes/compare-names.ts';
export { toOnboardingStatus } from './build-document.ts';
export {
  type ErasedProfile,
  eraseOldExecutions,
  eraseOldPartners,
  eraseProfile,
  listCompaniesWithOldPartners,
} from './erasure-store.ts';
export { ProfileError } from './errors.ts';
export { type ExecuteInlineRequest, executeInline, type InlineOutcome } from './executions/execute-inline.ts';
export type { Execution, ExecutionSource, ExecutionState } from './executions/execution.ts';
export { type ExecutionReport, getExecution, waitForExecution } from './executions/get-execution.ts';
export {
  type ExecutionPage,
  type ListExecutionsQuery,
  listExecutions,
} from './executions/list-executions.ts';
export {
  type StartExecutionDeps,
  type StartExecutionRequest,
  type StartedExecution,
  startExecution,
} from './executions/start-execution.ts';
export type { HistoryEntry, ProfileChange } from './history-store.ts';
export { registerProfileJobs } from './jobs.ts';
export { type HistoryPage, listHistory } from './list-history.ts';
export type { ShownPartner } from './onboarding-store.ts';
export type { ProfileLimits, ProfilesDeps } from './profiles-deps.ts';
export {
  type CompanyDocument,
  type PersonDocument,
  readCompanyDocument,
  readPersonDocument,
} from './profiles-store.ts';
export { rewriteCompanies } from './rewrite-companies.ts';
export type { Decision, RuleResult } from './rules/evaluate-rules.ts';
export { profilesSealedTables } from './sealed-tables.ts';
export { createSourceDesk, type SourceDesk, type SourceDeskOptions } from './sources/source-desk.ts';
export { createTemplate, type TemplateDeps } from './templates/create-template.ts';
export { deleteTemplate } from './templates/delete-template.ts';
export { getTemplate } from './templates/get-template.ts';
export { listTemplates, type TemplatePage } from './templates/list-templates.ts';
export { replaceTemplate } from './templates/replace-template.ts';
export {
  type QueryTemplate,
  type TemplateDefinition,
  TemplateDefinitionSchema,
} from './templates/template-definition.ts';
export { type TemplateTest, testTemplate } from './templates/test-template.ts';
export {
  type Consultation,
  type ConsultContext,
  type ExecutionOrigin,
  type FaceState,
  type FaceSummary,
  type JsonObject,
  type OnboardingStatus,
  type Partner,
  type PartnerPeople,
  type ProfileStatus,
  profileStatuses,
  type RegistryState,
  type RegistrySummary,
  type Source,
  type Subject,
  type SubjectKind,
  type Verdict,
} from './types.ts';
