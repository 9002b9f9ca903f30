import { sql } from 'kysely';
import { type Replica, runInReadScope } from './follow-replica.ts';
import { planNamed } from './named-statements.ts';
import type { Db, Reads } from './types.ts';

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

declare module './tables.ts' {
  interface Tables {
    read_positions: {
      readonly reader: string;
      readonly position: string;
      readonly noted_at: Date;
    };
  }
}

const note = planNamed<object>(`
  insert into read_positions (reader, position, noted_at)
  values (:reader::text, pg_current_wal_insert_lsn()::text, clock_timestamp())
  on conflict (reader) do update set position = excluded.position, noted_at = excluded.noted_at`);

/** Keeps the end of the log of now for a caller whose change is committed. */
async function noteReadPosition(db: Db, reader: string): Promise<void> {
  await note(db, { reader });
}

const find = planNamed<{ position: string }>(
  'select position from read_positions where reader = :reader::text',
);

/** The end of the log after the caller's last change; undefined without one. */
async function findReadPosition(db: Db, reader: string): Promise<string | undefined> {
  const [row] = await find(db, { reader });
  return row?.position;
}

/** Deletes positions of so long ago that every usable replica has passed them. The clock is the database's. */
async function deleteReadPositions(db: Db, olderThanMs: number): Promise<void> {
  await sql`delete from read_positions
    where noted_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1_000}::float8)`.execute(db);
}
