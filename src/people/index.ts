export { importPeople, removeUnfinishedPeople } from './data-sets/import-people.ts';
export { formatOf } from './data-sets/mapping.ts';
export { listImports, type PersonImport } from './data-sets/person-imports-store.ts';
export { rollBackPeople } from './data-sets/roll-back-people.ts';
export { downloadList, listDownloadLimits } from './downloads/download-list.ts';
export { listAddresses, removeListParts } from './downloads/list-addresses.ts';
export { erasePersonRows, lockPersonToErase } from './erasure-store.ts';
export { peopleErrorCatalogue } from './errors.ts';
export { type GetPersonDeps, getPerson, listPersonIds, parsePersonId } from './get-person.ts';
export { type CpfIndex, createCpfIndex, createListIndex } from './keyed-indexes.ts';
export { type ListName, listNames } from './list-entry.ts';
export { importList, removeUnfinishedLists } from './lists/import-list.ts';
export { type ListGeneration, listListGenerations } from './lists/list-generations-store.ts';
export { rollBackList } from './lists/put-list-in-service.ts';

export {
  findPersonIdByIndex,
  findRowsOfPeople,
  lockPerson,
  lockPersonByIndex,
  queryPersonId,
  selectPersonIdByCpfIndex,
} from './people-store.ts';
export { listRefusedRows } from './rows/refused-rows-store.ts';
export { type SourceState, sourceStateProperties } from './source-states.ts';
