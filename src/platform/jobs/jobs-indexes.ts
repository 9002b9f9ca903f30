import type { OpenDatabase } from '../db/index.ts';

const indexes = [
  ['confere_active_jobs', 'active'],
  ['confere_failed_jobs', 'failed'],
] as const;

/**
 * Makes the indexes that running and failed jobs are found by, without reading the many that are done. pg-boss, whose
 * table they are on, has none. After the queue's tables are made, by one process at a time.
 */
export async function ensureJobsIndexes(open: OpenDatabase): Promise<void> {
  for (const [name, state] of indexes) {
    const { rows } = await open.execute(`select to_regclass('pgboss.${name}') is not null as is_there`);
    if ((rows[0] as { is_there: boolean }).is_there) continue;
    await open.execute(`create index if not exists ${name} on pgboss.job (name) where state = '${state}'`);
  }
}
