import type { Clock } from '../../platform/clock.ts';
import { type Db, lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import type { JobOutcome } from '../../platform/jobs/index.ts';
import { PeopleError } from '../errors.ts';
import {
  forgetReplacedRecords,
  listImports,
  listSpentImports,
  noteSpentRemoved,
  type PersonImport,
  withdrawImport,
} from './person-imports-store.ts';
import { deleteImportRecords, deleteSupersededRecords } from './person-records-store.ts';

/**
 * The import that was taken back. Its CPFs have the data of before again, at once; those that only it named have none.
 * One import can be taken back, the last one, within a week and before the next.
 *
 * Rejects with `people_rollback_impossible` and `people_import_running`.
 */
export async function rollBackPeople({
  database,
}: {
  readonly database: OpenDatabase;
}): Promise<PersonImport> {
  const { db } = database;
  await using lock = await lockWork(database, 'people/import');
  if (lock === undefined) throw new PeopleError('people_import_running');
  const id = await db.transaction().execute(async (tx) => await withdrawImport(tx));
  if (id === undefined) throw new PeopleError('people_rollback_impossible');
  await removeSpentRecords(db);
  return (await listImports(db, 1_000)).find((one) => one.id === id)!;
}

/**
 * Removes records that no import gives back any more: those of withdrawn and failed imports, and those that earlier imports
 * replaced. For the holder of the lock of imports of people. What a process that ended left over goes with them. With
 * `signal` aborted the rest is left to the next import, or the hourly job.
 */
export async function removeSpentRecords(db: Db, signal?: AbortSignal): Promise<void> {
  for (const { id, isInService } of await listSpentImports(db)) {
    await (isInService ? deleteSupersededRecords(db, id, signal) : deleteImportRecords(db, id));
    if (signal?.aborted) return;
    await noteSpentRemoved(db, id);
  }
}

/** Personal data that were replaced are not kept longer, however long the next import takes (docs/decisions/0034). */
const replacedDays = 7;

/** Removes what an import of people replaced a week ago; the import cannot be taken back from then on. */
export async function forgetReplacedPeople({
  database,
  clock,
}: {
  readonly database: OpenDatabase;
  readonly clock: Clock;
}): Promise<JobOutcome> {
  await using lock = await lockWork(database, 'people/import');
  if (lock === undefined) return { outcome: 'skipped', reason: 'people_import_running' };
  const endedBefore = new Date(clock.now().getTime() - replacedDays * 86_400_000);
  await forgetReplacedRecords(database.db, endedBefore);
  await removeSpentRecords(database.db);
  return { outcome: 'done' };
}
