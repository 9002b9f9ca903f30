import { sql } from 'kysely';
import { planNamed } from './named-statements.ts';
import type { Db } from './types.ts';

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
export async function noteReadPosition(db: Db, reader: string): Promise<void> {
  await note(db, { reader });
}

const find = planNamed<{ position: string }>(
  'select position from read_positions where reader = :reader::text',
);

/** The end of the log after the caller's last change; undefined without one. */
export async function findReadPosition(db: Db, reader: string): Promise<string | undefined> {
  const [row] = await find(db, { reader });
  return row?.position;
}

/** Deletes positions of so long ago that every usable replica has passed them. The clock is the database's. */
export async function deleteReadPositions(db: Db, olderThanMs: number): Promise<void> {
  await sql`delete from read_positions
    where noted_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1_000}::float8)`.execute(db);
}
