import type { Clock } from '../../platform/clock.ts';
import { lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import type { JobOutcome } from '../../platform/jobs/index.ts';
import { forgetReplacedRecords } from './person-imports-store.ts';
import { removeSpentRecords } from './remove-spent-records.ts';

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
