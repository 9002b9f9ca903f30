import type { Clock } from '../../platform/clock.ts';
import { lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import { PeopleError } from '../errors.ts';
import type { ListName } from '../list-entry.ts';
import {
  type ListGeneration,
  listListGenerations,
  restoreListGenerations,
} from './list-generations-store.ts';
import { removeSpentEntries } from './put-list-in-service.ts';

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
