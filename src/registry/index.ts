export type {
  CodedValue,
  CompanyPartner,
  CompanyPhone,
  CompanyRecord,
  RegistryDate,
} from './company-record.ts';
export { RegistryError, registryErrorCatalogue } from './errors.ts';
export { type CompanyLookup, findCompanyRecord } from './find-company-record.ts';
export { type Generation, listQuarantine } from './generations-store.ts';
export { getRegistryStatus, type RegistryStatus } from './get-registry-status.ts';
export { type ImportProgress, type ImportRegistryOptions, importRegistry } from './import-registry.ts';
export type { RegistrySelection } from './judge-rows.ts';
export { parseSelection, type SelectionInput } from './parse-selection.ts';
export { pruneRegistry } from './prune-registry.ts';
export { rollbackRegistry } from './rollback-registry.ts';
export type { GenerationChanges, GenerationCheck } from './types.ts';
export { type CheckLimits, defaultCheckLimits } from './verify-generation.ts';
