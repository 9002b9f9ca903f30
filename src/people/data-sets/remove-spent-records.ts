import type { Db } from '../../platform/db/index.ts';
import { listSpentImports, noteSpentRemoved } from './person-imports-store.ts';
import { deleteImportRecords, deleteSupersededRecords } from './person-records-store.ts';

/**
 * Removes records that no import gives back any more: those of withdrawn imports, and those that earlier imports
 * replaced. For the holder of the lock of imports of people. What a process that ended left over goes with them.
 */
export async function removeSpentRecords(db: Db): Promise<void> {
  for (const { id, isWithdrawn } of await listSpentImports(db)) {
    await (isWithdrawn ? deleteImportRecords(db, id) : deleteSupersededRecords(db, id));
    await noteSpentRemoved(db, id);
  }
}
