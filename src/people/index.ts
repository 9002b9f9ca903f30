export { type CpfIndex, createCpfIndex } from './cpf-index.ts';
export { createPartnerPeople } from './create-partner-people.ts';

export type { PersonImport } from './data-sets/person-imports-store.ts';
export { downloadList, listDownloadLimits } from './downloads/download-list.ts';
export { listAddresses } from './downloads/list-addresses.ts';
export { erasePersonRows, lockPersonToErase } from './erasure-store.ts';
export { peopleErrorCatalogue } from './errors.ts';
export { getPerson, parsePersonId } from './get-person.ts';
export { type ListName, listNames } from './list-entry.ts';
export { createListIndex } from './list-index.ts';
export { listPersonHistory } from './list-person-history.ts';
export { listPersonIds } from './list-person-ids.ts';
export { importList, maxListShrink } from './lists/import-list.ts';
export { listListGenerations } from './lists/list-generations-store.ts';
export { rollBackList } from './lists/roll-back-list.ts';

export { createPartnerIndex } from './partner-index.ts';
export {
  findPersonIdByIndex,
  findRowsOfPeople,
  lockPerson,
  queryPersonId,
  selectPersonIdByCpfIndex,
} from './people-store.ts';

export { listQuarantine } from './rows/quarantine-store.ts';
export { rowLimits } from './rows/row-limits.ts';
