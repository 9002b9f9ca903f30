import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from '../db/index.ts';
import { findHold, noteDatabaseSystem } from './deployment-store.ts';

const lookAgainMs = 2_000;

/**
 * Since when nothing leaves this deployment: no webhook, watch or job. It begins when a backup is restored, and when the
 * database is on another server than before, as a copy of its tables is. Undefined when work goes on.
 *
 * A copy of the server's files, such as a point in time, has the name of the server that it was made of. The places of the
 * photos tell it, unless they are copies, too; see `claimPlaces`.
 */
export async function findHoldAtStart(database: OpenDatabase, now: Date): Promise<Date | undefined> {
  const system = await readDatabaseSystem(database);
  if (system !== undefined) await noteDatabaseSystem(database.db, system, now);
  return await findHold(database.db);
}

/** Resolves with true once the hold has ended, with false once the signal is aborted. */
export async function waitForResume(
  database: OpenDatabase,
  { signal, lookMs = lookAgainMs }: { readonly signal: AbortSignal; readonly lookMs?: number },
): Promise<boolean> {
  while (!signal.aborted) {
    await delay(lookMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return false;
    const isHeld = await findHold(database.db).catch(() => new Date());
    if (isHeld === undefined) return true;
  }
  return false;
}

/**
 * The name that a PostgreSQL server was given when it was made, and the number of the database in it; undefined where it
 * does not tell.
 */
export async function readDatabaseSystem(database: OpenDatabase): Promise<string | undefined> {
  // Each embedded database is a copy of one prepared one.
  if (database.kind === 'embedded') return undefined;
  try {
    const { rows } = await sql<{ system: string }>`
      select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as system
      from pg_control_system()`.execute(database.db);
    return rows[0]?.system;
  } catch {
    return undefined;
  }
}
