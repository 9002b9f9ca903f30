import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import type { JobOutcome } from '../../platform/jobs/index.ts';
import { deleteOldProviderAnswers, deleteOtherProviderAnswers } from './provider-answers-store.ts';
import type { ProviderDescription } from './provider-description.ts';

/** Forgets answers of providers that are past their time, and those of providers that are not asked any more. */
export async function purgeProviderAnswers(
  deps: { readonly db: Db; readonly clock: Clock },
  providers: readonly Pick<ProviderDescription, 'name' | 'cacheSeconds'>[],
): Promise<JobOutcome> {
  const now = deps.clock.now().getTime();
  for (const { name, cacheSeconds } of providers) {
    await deleteOldProviderAnswers(deps.db, name, new Date(now - cacheSeconds * 1_000));
  }
  await deleteOtherProviderAnswers(
    deps.db,
    providers.map(({ name }) => name),
  );
  return { outcome: 'done' };
}
