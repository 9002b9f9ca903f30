import type { Db } from '../platform/db/index.ts';
import { listImports, type PersonImport } from './data-sets/person-imports-store.ts';
import { type ListGeneration, listListGenerations } from './lists/list-generations-store.ts';
import { listProviderHealth, type ProviderHealth } from './providers/provider-health-store.ts';

export type SourcesStatus = {
  /** Imports of data sets, the newest first. */
  readonly dataSets: readonly PersonImport[];
  /** Public lists in service. */
  readonly lists: readonly ListGeneration[];
  /** Imports that a rollback would put in service again. */
  readonly previousLists: readonly ListGeneration[];
  /** The last imports of lists that did not come into service. */
  readonly failedLists: readonly ListGeneration[];
  /** HTTP providers that have been asked. */
  readonly providers: readonly ProviderHealth[];
};

const shownFailures = 5;

/** The content and the health of the sources about people. */
export async function getSourcesStatus(db: Db): Promise<SourcesStatus> {
  const generations = await listListGenerations(db);
  const current = generations.filter(({ state }) => state === 'current');
  return {
    dataSets: await listImports(db),
    lists: current.toSorted((a, b) => (`${a.list} ${a.edition}` < `${b.list} ${b.edition}` ? -1 : 1)),
    previousLists: generations.filter(({ state }) => state === 'previous'),
    failedLists: generations
      .filter(({ state }) => state === 'failed' || state === 'loading')
      .slice(0, shownFailures),
    providers: await listProviderHealth(db),
  };
}
