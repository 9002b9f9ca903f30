export {
  downloadRegistry,
  registryDownloadLimits,
  removeDownloadedFiles,
} from './download/download-registry.ts';
export { listPublishedMonths } from './download/list-published-months.ts';

export { RegistryError, registryErrorCatalogue } from './errors.ts';
export { findCompanyRecord } from './find-company-record.ts';
export { findRegistrySummary, type Generation, selectCurrentGeneration } from './generations-store.ts';
export { getRegistryStatus, lastDayOf, listRefusedRows } from './get-registry-status.ts';

export { importRegistry, removeUnfinishedRegistry } from './import/import-registry.ts';

export { parseSelection } from './import/parse-selection.ts';

export { type AddressCheck, addressCheckProperties, checkAddress } from './postal-codes/check-address.ts';
export { rollbackRegistry } from './rollback-registry.ts';
export {
  type FoundCompany,
  type SearchCriteria,
  type SearchOptions,
  searchCompanies,
} from './search/search-companies.ts';
export {
  importTaxRegimes,
  removeUnfinishedTaxRegimes,
  rollBackTaxRegimes,
} from './tax/import-tax-regimes.ts';
export {
  findTaxRegimes,
  listTaxGenerations,
  type TaxGeneration,
  type TaxRegime,
} from './tax/tax-regimes-store.ts';
export {
  type CodedValue,
  type CompanyPartner,
  type CompanyPhone,
  type CompanyRecord,
  isNaturalPerson,
  isPersonalNature,
  type RegistryDate,
} from './to-company-record.ts';
