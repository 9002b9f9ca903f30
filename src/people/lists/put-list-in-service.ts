import type { Db, Tx } from '../../platform/db/index.ts';
import { PeopleError } from '../errors.ts';
import type { ListName } from '../list-entry.ts';
import { deleteListEntries } from './list-entries-store.ts';
import {
  finishListGeneration,
  listListGenerations,
  listSpentGenerations,
  replaceListGenerations,
} from './list-generations-store.ts';

export type FinishedList = {
  readonly list: ListName;
  readonly generation: number;
  readonly edition: string;
  readonly values: Omit<Parameters<typeof finishListGeneration>[2], 'state' | 'edition'> & {
    readonly entries: number;
  };
  /** Share of its entries that the list may lose. */
  readonly maxShrink: number;
  /** True for a list that may be older than the one before, and lose any share of it. */
  readonly isForced: boolean;
};

/**
 * Puts a generation that is fully read in the place of the one before, which is kept for a rollback. Rejects with
 * `list_shrunk` when it has too few entries, and with `list_older` when it is of an earlier day.
 */
export async function putListInService(tx: Tx, finished: FinishedList): Promise<void> {
  const { list, generation, edition, values, maxShrink, isForced } = finished;
  const current = (await listListGenerations(tx, { state: 'current' })).filter((one) => one.list === list);
  const replaced = current.filter((one) => isCovered(one.edition, edition));
  const before = replaced.reduce((sum, { entries = 0 }) => sum + entries, 0);
  const newest =
    replaced
      .map(({ listDate = '' }) => listDate)
      .sort()
      .at(-1) ?? '';
  if (!isForced && values.listDate !== undefined && values.listDate < newest) {
    const detail = `The list in service is of ${newest}, and the file of ${values.listDate}.`;
    throw new PeopleError('list_older', { detail });
  }
  if (!isForced && values.entries < before * (1 - maxShrink)) {
    const detail = `The list in service has ${before} entries, and the file has ${values.entries}.`;
    throw new PeopleError('list_shrunk', { detail });
  }
  const ids = replaced.map(({ id }) => id);
  await replaceListGenerations(tx, { list, edition, ids, by: generation });
  await finishListGeneration(tx, generation, { ...values, state: 'current', edition });
}

/** Removes the entries of generations that can no longer come into service. */
export async function removeSpentEntries(db: Db): Promise<void> {
  for (const id of await listSpentGenerations(db)) await deleteListEntries(db, id);
}

/** A year's file of the whole country takes the place of its states' files, too. */
function isCovered(edition: string, by: string): boolean {
  return edition === by || (by !== '' && edition.startsWith(`${by}/`));
}
