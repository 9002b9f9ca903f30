export { type CpfIndex, createCpfIndex } from './cpf-index.ts';
export { createPartnerPeople } from './create-partner-people.ts';

export type { PersonImport } from './data-sets/person-imports-store.ts';
export { erasePersonRows, lockPersonToErase } from './erasure-store.ts';

export { getPerson, parsePersonId } from './get-person.ts';
export type { ListName } from './list-entry.ts';
export { createListIndex } from './list-index.ts';
export { listPersonHistory } from './list-person-history.ts';
export { listPersonIds } from './list-person-ids.ts';

export { createPartnerIndex } from './partner-index.ts';
export {
  findPersonIdByIndex,
  findRowsOfPeople,
  lockPerson,
  queryPersonId,
  selectPersonIdByCpfIndex,
} from './people-store.ts';

export { listQuarantine } from './rows/quarantine-store.ts';
