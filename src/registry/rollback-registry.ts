import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/db/index.ts';
import { RegistryError } from './errors.ts';
import {
  deleteRefusedRows,
  findCurrent,
  type Generation,
  listGenerations,
  lockImport,
  markGeneration,
  withdrawGeneration,
} from './generations-store.ts';
import { switchGeneration } from './records-store.ts';
import { dropGenerationTables } from './registry-tables-store.ts';

/**
 * Puts the generation before the one in service back into service, at once, and answers it. The later one stays
 * until `pruneRegistry`, and no rollback puts it back.
 *
 * Rejects with `registry_no_previous_generation` and `registry_import_running`.
 */
export async function rollbackRegistry(deps: {
  readonly database: OpenDatabase;
  readonly clock: Clock;
}): Promise<Generation> {
  await using _lock = await lockImport(deps.database);
  const { db } = deps.database;
  const current = await findCurrent(db);
  if (current === undefined) throw new RegistryError('registry_no_previous_generation');
  const previous = (await listGenerations(db)).find(
    ({ id, state, withdrawnAt }) => state === 'ready' && withdrawnAt === undefined && id < current.generation,
  );
  if (previous === undefined) throw new RegistryError('registry_no_previous_generation');
  const { id: generation, dataMonth } = previous;
  const now = deps.clock.now();
  await db.transaction().execute(async (tx) => {
    await withdrawGeneration(tx, current.generation, now);
    await switchGeneration(tx, { generation, dataMonth, now });
  });
  return previous;
}

/**
 * Drops the tables and refused rows of every generation except the one in service, and returns their numbers.
 * Afterwards no rollback is possible.
 *
 * Rejects with `registry_import_running`.
 */
export async function pruneRegistry(database: OpenDatabase): Promise<readonly number[]> {
  await using _lock = await lockImport(database);
  const { db } = database;
  const current = await findCurrent(db);
  const pruned: number[] = [];
  for (const generation of await listGenerations(db)) {
    const { id, state } = generation;
    if (id === current?.generation || state === 'pruned') continue;
    const isPruned = await db.transaction().execute(async (tx) => {
      // An import whose lock was lost with its connection may have ended meanwhile.
      if (!(await markGeneration(tx, generation, state === 'ready' ? 'pruned' : 'failed'))) return false;
      await dropGenerationTables(tx, id);
      await deleteRefusedRows(tx, id);
      return state === 'ready';
    });
    if (isPruned) pruned.push(id);
  }
  return pruned.reverse();
}
