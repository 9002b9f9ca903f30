import { walkPages } from '../platform/cursors.ts';
import { parseCpf } from '../platform/documents.ts';
import type { ExportPart } from '../platform/personal-data.ts';
import { listPersonRecords } from './data-sets/person-records-store.ts';
import type { GetPersonDeps } from './get-person.ts';
import { listProviderAnswers } from './providers/provider-answers-store.ts';

const pageSize = 100;

/** The rows of data sets and the answers of providers about a CPF, for the person's copy; no entries of public lists. */
export function exportParts(deps: GetPersonDeps): readonly ExportPart[] {
  return [
    { name: 'dataSetRecords', list: ({ cpf }) => eachOf(listPersonRecords, deps, cpf) },
    { name: 'providerAnswers', list: ({ cpf }) => eachOf(listProviderAnswers, deps, cpf) },
  ];
}

async function* eachOf(
  list: typeof listPersonRecords | typeof listProviderAnswers,
  deps: GetPersonDeps,
  text: string | undefined,
) {
  const cpf = parseCpf(text);
  if (cpf === undefined) return;
  const rows = walkPages<{ readonly id: string }>(pageSize, (page) => list(deps.db, deps, cpf, page));
  // The id says where it was in a file, or is a keyed hash of the question: nothing for the person.
  for await (const { id: _id, ...said } of rows) yield said;
}
