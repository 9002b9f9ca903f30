import type { OpenDatabase } from '../platform/db/index.ts';
import { deleteQuarantine, findCurrent, listGenerations, markGeneration } from './generations-store.ts';
import { lockImport } from './import/lock-import.ts';
import { dropGenerationTables } from './registry-tables-store.ts';

/**
 * Drops the tables and quarantined rows of every generation except the one in service, and returns their numbers.
 * Afterwards no rollback is possible.
 *
 * Rejects with `registry_import_running`.
 */
export async function pruneRegistry(database: OpenDatabase): Promise<readonly number[]> {
  await using _lock = await lockImport(database);
  const { db } = database;
  const current = await findCurrent(db);
  const pruned: number[] = [];
  for (const { id, state } of await listGenerations(db)) {
    if (id === current?.generation || state === 'pruned') continue;
    await db.transaction().execute(async (tx) => {
      await dropGenerationTables(tx, id);
      await deleteQuarantine(tx, id);
      await markGeneration(tx, id, state === 'ready' ? 'pruned' : 'failed');
    });
    if (state === 'ready') pruned.push(id);
  }
  return pruned.reverse();
}
