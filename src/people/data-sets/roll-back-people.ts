import { lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import { PeopleError } from '../errors.ts';
import { listImports, type PersonImport, withdrawImport } from './person-imports-store.ts';
import { removeSpentRecords } from './remove-spent-records.ts';

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
