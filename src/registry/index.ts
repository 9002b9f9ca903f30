export type {
  CodedValue,
  CompanyPartner,
  CompanyPhone,
  CompanyRecord,
  RegistryDate,
} from './company-record.ts';
export {
  type DownloadedRegistry,
  type DownloadProgress,
  type DownloadRegistryOptions,
  downloadRegistry,
} from './download/download-registry.ts';
export { listPublishedMonths, type PublishedMonth } from './download/list-published-months.ts';
export type { ShareAccess } from './download/list-share-with-retries.ts';
export { RegistryError } from './errors.ts';
export { type CompanyLookup, findCompanyRecord } from './find-company-record.ts';
export type { Generation } from './generations-store.ts';
export { getRegistryStatus, type RegistryStatus } from './get-registry-status.ts';
export type { ImportProgress } from './import/import-progress.ts';
export { type ImportRegistryOptions, importRegistry } from './import/import-registry.ts';
export type { RegistrySelection } from './import/judge-rows.ts';
export { parseSelection, type SelectionInput } from './import/parse-selection.ts';
export type { CheckLimits } from './import/verify-generation.ts';
export { listQuarantine, type QuarantinedRow, type QuarantinePage } from './list-quarantine.ts';
export { pruneRegistry } from './prune-registry.ts';
export { rollbackRegistry } from './rollback-registry.ts';
export {
  type FoundCompanies,
  type FoundCompany,
  type SearchCriteria,
  type SearchOptions,
  searchCompanies,
} from './search/search-companies.ts';
export { findRegistrySummary, type RegistrySummary } from './summary-store.ts';
export type { GenerationChanges, GenerationCheck } from './types.ts';
