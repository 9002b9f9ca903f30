import type { Replica, ReplicaState } from './follow-replica.ts';
import { deleteReadPositions, findReadPosition, noteReadPosition } from './read-positions-store.ts';
import { runInReadScope } from './read-scope.ts';
import type { Db } from './types.ts';

/** Reads that may go to the read replica. */
export type Reads = {
  /**
   * Runs work whose statements may go to the replica: while its data are fresh enough, and have every change that the
   * caller was answered. `reader` names the caller: a client, or an account.
   */
  from<T>(reader: string, work: () => Promise<T>): Promise<T>;
  /** To be called when a change of the caller is committed, before it is answered. */
  noteChange(reader: string): Promise<void>;
  state(): ReplicaState;
  /** Upper bound of the age of the replica's data, in milliseconds; undefined while nothing is known. */
  lagMs(): number | undefined;
};

const cleanEveryMs = 60_000;

/** NOTE: positions are kept in the primary, since a caller's next request may come to another process. */
export function createReads(db: Db, replica: Replica, maxLagMs: number): Reads {
  let cleanedAt = performance.now();
  return {
    async from(reader, work) {
      if (!replica.isUsable()) return await work();
      const position = await findReadPosition(db, reader);
      return replica.isUsable(position) ? await runInReadScope(work) : await work();
    },
    async noteChange(reader) {
      await noteReadPosition(db, reader);
      if (performance.now() - cleanedAt < cleanEveryMs) return;
      cleanedAt = performance.now();
      // A usable replica is never further behind than that.
      await deleteReadPositions(db, cleanEveryMs + 2 * maxLagMs);
    },
    state: replica.state,
    lagMs: replica.lagMs,
  };
}
