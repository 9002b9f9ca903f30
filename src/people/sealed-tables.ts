import type { SealedTable } from '../platform/encryption/index.ts';
import { personRecordContext } from './data-sets/person-records-store.ts';
import { listEntryContext } from './lists/list-entries-store.ts';
import { personContext } from './people-store.ts';
import { providerAnswerContext } from './providers/provider-answers-store.ts';

/** The tables of this domain whose rows hold sealed records. */
export const peopleSealedTables: readonly SealedTable[] = [
  { table: 'people', idColumn: 'id', contextOf: personContext },
  { table: 'person_records', idColumn: 'id', contextOf: personRecordContext },
  { table: 'person_list_entries', idColumn: 'id', contextOf: listEntryContext },
  { table: 'source_provider_answers', idColumn: 'id', contextOf: providerAnswerContext },
];
