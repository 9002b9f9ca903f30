export { type CpfIndex, createCpfIndex } from './cpf-index.ts';
export { createPartnerPeople } from './create-partner-people.ts';
export { createPeopleSources, type PeopleSourcesOptions } from './create-people-sources.ts';
export {
  type ImportPeopleDeps,
  type ImportPeopleOptions,
  importPeople,
  type PeopleImportProgress,
} from './data-sets/import-people.ts';
export { listImports, type PersonImport } from './data-sets/person-imports-store.ts';
export { erasePersonRows, lockPersonToErase, type PersonToErase } from './erasure-store.ts';
export { PeopleError } from './errors.ts';
export { type GetPersonDeps, getPerson, type PersonProfile, parsePersonId } from './get-person.ts';
export { getSourcesStatus, type SourcesStatus } from './get-sources-status.ts';
export { createListIndex, type ListIndex } from './list-index.ts';
export { listPersonHistory, type PersonHistory } from './list-person-history.ts';
export { type ImportListDeps, type ImportListOptions, importList } from './lists/import-list.ts';
export { type ListName, listNames } from './lists/list-entry.ts';
export { type ListGeneration, listListGenerations } from './lists/list-generations-store.ts';
export { createPartnerIndex, type PartnerIndex } from './partner-index.ts';
export { lockPerson } from './people-store.ts';
export { type ProviderProbe, probeProviders } from './providers/probe-providers.ts';
export type { ProviderHealth } from './providers/provider-health-store.ts';
export { listQuarantine, type QuarantinedRow } from './rows/quarantine-store.ts';
export { peopleSealedTables } from './sealed-tables.ts';
