import type { Clock } from '../../platform/clock.ts';
import { type Db, lockWork, type OpenDatabase, type Tx } from '../../platform/db/index.ts';
import { PeopleError } from '../errors.ts';
import type { ListName } from '../list-entry.ts';
import { deleteListEntries } from './list-entries-store.ts';
import {
  finishListGeneration,
  type ListGeneration,
  listListGenerations,
  listSpentGenerations,
  replaceListGenerations,
  restoreListGenerations,
} from './list-generations-store.ts';

/** Share of its entries that a public list may lose from one import to the next. `--force` takes more. */
export const maxListShrink = 0.2;

export type FinishedList = {
  readonly list: ListName;
  readonly generation: number;
  readonly edition: string;
  readonly values: Omit<Parameters<typeof finishListGeneration>[2], 'state' | 'edition'> & {
    readonly entries: number;
  };
  /** True for a list that may be older than the one before, and lose any share of it. */
  readonly isForced: boolean;
};

/**
 * Puts a generation that is fully read in the place of the one before, which is kept for a rollback. Rejects with
 * `list_shrunk` when it has too few entries, with `list_older` when it is of an earlier day, and with
 * `people_import_interrupted` when another import has cleared it away: the lock can be lost with its connection.
 */
export async function putListInService(tx: Tx, finished: FinishedList): Promise<void> {
  const { list, generation, edition, values, isForced } = finished;
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
  if (!isForced && values.entries < before * (1 - maxListShrink)) {
    const detail = `The list in service has ${before} entries, and the file has ${values.entries}.`;
    throw new PeopleError('list_shrunk', { detail });
  }
  const ids = replaced.map(({ id }) => id);
  await replaceListGenerations(tx, { list, edition, ids, by: generation });
  const isFinished = await finishListGeneration(tx, generation, { ...values, state: 'current', edition });
  if (!isFinished) throw new PeopleError('people_import_interrupted');
}

/** Removes the entries of generations that can no longer come into service. */
export async function removeSpentEntries(db: Db): Promise<void> {
  for (const id of await listSpentGenerations(db)) await deleteListEntries(db, id);
}

/** A year's file of the whole country takes the place of its states' files, too. */
function isCovered(edition: string, by: string): boolean {
  return edition === by || (by !== '' && edition.startsWith(`${by}/`));
}

export type RollBackListOptions = {
  readonly list: ListName;
  /** Of lists whose editions stand side by side: year, or year and state (`2024/RN`). */
  readonly edition?: string | undefined;
};

/**
 * The generations that are in service again after the last import of a list was taken back. One import can be taken
 * back; its entries are removed.
 *
 * Rejects with `list_rollback_impossible` and `people_import_running`.
 */
export async function rollBackList(
  { database, clock }: { readonly database: OpenDatabase; readonly clock: Clock },
  { list, edition = '' }: RollBackListOptions,
): Promise<readonly ListGeneration[]> {
  const { db } = database;
  await using lock = await lockWork(database, 'people/import-list');
  if (lock === undefined) throw new PeopleError('people_import_running');
  const restored = await db.transaction().execute(async (tx) => {
    const ids = await restoreListGenerations(tx, { list, edition, now: clock.now() });
    if (ids.length > 0) return ids;
    const kept = (await listListGenerations(tx, { state: 'previous' })).filter((one) => one.list === list);
    const editions = kept.map((one) => one.edition).filter((one) => one !== '');
    const detail =
      editions.length === 0
        ? `No import before the current one of ${list} is kept.`
        : `Earlier imports of ${list} are kept of these editions: ${editions.join(', ')}.`;
    throw new PeopleError('list_rollback_impossible', { detail });
  });
  await removeSpentEntries(db);
  return (await listListGenerations(db)).filter(({ id }) => restored.includes(id));
}
