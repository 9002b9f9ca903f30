import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError, type OpenDatabase } from '../db/index.ts';
import { findHold, noteDatabaseSystem, readStoredIdentity } from './deployment-store.ts';

/** Tells a deployment from its copies. */
export type Identity = {
  /** The identity in the tables, with the server and the database that they are in: a restored or dumped copy has another. */
  readonly name: string;
  /** The part of the name that is in the tables. */
  readonly id: string;
  /** It goes on while the deployment runs: a copy of an earlier moment is behind. */
  readonly count: number;
};

/** The identity of the deployment that has a database. */
export async function readIdentity(database: OpenDatabase): Promise<Identity> {
  const server = await readDatabaseSystem(database);
  const { identity: id, count } = await readStoredIdentity(database.db);
  return { id, name: server === undefined ? id : `${id} on ${server}`, count };
}

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
  for (;;) {
    await delay(lookMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return false;
    const heldSince = await findHold(database.db).catch(() => new Date());
    if (heldSince === undefined) return true;
  }
}

/**
 * The name that a PostgreSQL server was given when it was made, and the number of the database in it; undefined where it
 * does not tell. Rejects while the server is away or late: without its name a deployment looks like another one.
 */
async function readDatabaseSystem(database: OpenDatabase): Promise<string | undefined> {
  // Each embedded database is a copy of one prepared one.
  if (database.kind === 'embedded') return undefined;
  try {
    const { rows } = await sql<{ system: string }>`
      select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as system
      from pg_control_system()`.execute(database.db);
    return rows[0]?.system;
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== 'database_refused') throw error;
    return undefined;
  }
}
