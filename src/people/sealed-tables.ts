import type { SealedTable } from '../platform/encryption/index.ts';
import { sealedPersonRecord } from './data-sets/person-records-store.ts';
import { sealedListEntry } from './lists/list-entries-store.ts';
import { sealedPerson } from './people-store.ts';
import { sealedProviderAnswer } from './providers/provider-answers-store.ts';

/** The tables of this domain whose rows hold sealed records. */
export const peopleSealedTables: readonly SealedTable[] = [
  sealedPerson,
  sealedPersonRecord,
  sealedListEntry,
  sealedProviderAnswer,
];
