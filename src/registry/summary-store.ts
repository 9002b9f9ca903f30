import type { Db } from '../platform/db/index.ts';

/** Which generation of the registry answers, and of which month it is. */
export type RegistrySummary = {
  readonly imported: boolean;
  /** `YYYY-MM`. */
  readonly dataMonth?: string;
  readonly generation?: number;
};

/** The generation in service, in one statement. */
export async function findRegistrySummary(db: Db): Promise<RegistrySummary> {
  const row = await db
    .selectFrom('registry_current')
    .innerJoin('registry_generations', 'registry_generations.id', 'registry_current.generation')
    .select(['registry_generations.id', 'registry_generations.data_month'])
    .executeTakeFirst();
  return row === undefined
    ? { imported: false }
    : { imported: true, dataMonth: row.data_month, generation: row.id };
}

/** SQL for the generation in service, to be read in a statement of another store; null before the first import. */
export const selectCurrentGeneration = '(select generation from registry_current)';
