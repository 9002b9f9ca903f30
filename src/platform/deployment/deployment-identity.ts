import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from '../db/index.ts';
import {
  becomeAnother,
  countOn,
  findHold,
  noteDatabaseSystem,
  raiseCount,
  readIdentity,
} from './deployment-store.ts';

/** Tells a deployment from its copies. */
export type Identity = {
  /** The identity in the tables, with the server and the database that they are in: a restored or dumped copy has another. */
  readonly name: string;
  /** The part of the name that is in the tables. */
  readonly id: string;
  /** It goes on while the deployment runs: a copy of an earlier moment is behind. */
  readonly count: number;
};

export type DeploymentIdentity = {
  read(): Promise<Identity>;
  /** Counts on unless that was done within this time, by whichever process. Gives the new count. */
  countOn(afterMs: number): Promise<number | undefined>;
  /** Counts on from a number that another deployment has reached. */
  raiseCount(least: number): Promise<void>;
  /** Takes a new name and holds what leaves: this is a copy that bears the name of the deployment it was made of. */
  becomeAnother(me: Identity, now: Date): Promise<void>;
};

/** The identity of the deployment that has a database. */
export function createDeploymentIdentity(database: OpenDatabase): DeploymentIdentity {
  const { db } = database;
  let system: Promise<string | undefined> | undefined;
  return {
    async read() {
      system ??= readDatabaseSystem(database);
      const server = await system;
      const { identity: id, count } = await readIdentity(db);
      return { id, name: server === undefined ? id : `${id} on ${server}`, count };
    },
    countOn: (afterMs) => countOn(db, afterMs),
    raiseCount: (least) => raiseCount(db, least),
    becomeAnother: ({ id }, now) => becomeAnother(db, id, now),
  };
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
 * does not tell.
 */
async function readDatabaseSystem(database: OpenDatabase): Promise<string | undefined> {
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
