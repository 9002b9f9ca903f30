import type { OpenDatabase } from '../db/index.ts';
import { becomeAnother, countOn, raiseCount, readIdentity } from './deployment-store.ts';
import { readDatabaseSystem } from './watch-hold.ts';

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
