import { sql } from 'kysely';
import type { OpenDatabase } from '../db/index.ts';

const indexes = [
  ['confere_active_jobs', 'active'],
  ['confere_failed_jobs', 'failed'],
] as const;

/**
 * Makes the indexes that running and failed jobs are found by, without reading the many that are done. pg-boss, whose
 * table they are on, has none. After the queue's tables are made; processes that start at once wait for each other.
 */
export async function ensureJobsIndexes(open: OpenDatabase): Promise<void> {
  for (const [name, state] of indexes) {
    const { rows } = await open.execute(`select to_regclass('pgboss.${name}') is not null as is_there`);
    if ((rows[0] as { is_there: boolean }).is_there) continue;
    await open.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('confere/jobs-indexes', 0))`.execute(tx);
      await sql`
        create index if not exists ${sql.raw(name)} on pgboss.job (name) where state = ${sql.lit(state)}
      `.execute(tx);
    });
  }
}
