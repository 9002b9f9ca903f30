export type {
  CodedValue,
  CompanyPartner,
  CompanyPhone,
  CompanyRecord,
  RegistryDate,
} from './company-record.ts';
export {
  type DownloadProgress,
  type DownloadRegistryOptions,
  downloadRegistry,
  registryDownloadLimits,
} from './download/download-registry.ts';
export { listPublishedMonths } from './download/list-published-months.ts';
export { removeDownloadedFiles } from './download/remove-downloaded-files.ts';

export { RegistryError, registryErrorCatalogue } from './errors.ts';
export { type CompanyLookup, findCompanyRecord } from './find-company-record.ts';
export type { Generation } from './generations-store.ts';
export { getRegistryStatus } from './get-registry-status.ts';

export { importRegistry, removeUnfinishedRegistry } from './import/import-registry.ts';

export { parseSelection } from './import/parse-selection.ts';

export { lastDayOf } from './last-day-of.ts';
export { listQuarantine } from './list-quarantine.ts';
export { addressCheckProperties } from './postal-codes/address-check-schema.ts';
export { type AddressCheck, checkAddress } from './postal-codes/check-address.ts';
export { pruneRegistry } from './prune-registry.ts';
export { rollbackRegistry } from './rollback-registry.ts';
export {
  type FoundCompany,
  type SearchCriteria,
  type SearchOptions,
  searchCompanies,
} from './search/search-companies.ts';
export { findRegistrySummary, selectCurrentGeneration } from './summary-store.ts';
export { findTaxRegimes } from './tax/find-tax-regimes.ts';
export {
  importTaxRegimes,
  removeUnfinishedTaxRegimes,
  rollBackTaxRegimes,
} from './tax/import-tax-regimes.ts';
export { listTaxGenerations, type TaxRegime } from './tax/tax-regimes-store.ts';
