import { listImports as listPeopleImports, rollBackList, rollBackPeople } from '../people/index.ts';
import { rollBackTaxRegimes, rollbackRegistry } from '../registry/index.ts';
import type { ImportsDeps } from './imports-deps.ts';
import type { ImportableSource } from './sources.ts';

/**
 * Puts the import before the current one of a source in service again; gives the numbers of the generations that
 * answer now. Of data sets all imports answer together, so it gives the number of the newest one, if there is any.
 *
 * Rejects with `list_rollback_impossible`, `people_rollback_impossible`, `registry_no_previous_generation`,
 * `tax_rollback_impossible`, `people_import_running` and `registry_import_running`.
 */
export async function rollBackSource(
  { database, clock }: Pick<ImportsDeps, 'database' | 'clock'>,
  source: ImportableSource,
  edition: string | undefined,
): Promise<readonly number[]> {
  if (source === 'registry') return [(await rollbackRegistry({ database, clock })).id];
  if (source === 'tax_regimes') return [(await rollBackTaxRegimes({ database })).id];
  if (source === 'data_sets') {
    await rollBackPeople({ database });
    return (await listPeopleImports(database.db, 1_000))
      .filter(({ state }) => state === 'ready')
      .slice(0, 1)
      .map(({ id }) => id);
  }
  return (await rollBackList({ database, clock }, { list: source, edition })).map(({ id }) => id);
}
