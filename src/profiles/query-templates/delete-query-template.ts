import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import { lockQueryTemplate, markQueryTemplateDeleted } from './query-templates-store.ts';

/**
 * Takes a query template out of use; executions that were started with it still run and are still explained by it.
 * Throws `query_template_not_found`, and `query_template_protected` for a default.
 */
export async function deleteQueryTemplate(
  deps: { readonly db: Db; readonly clock: Clock },
  id: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const template = await lockQueryTemplate(tx, id);
    if (template === undefined) throw new ProfileError('query_template_not_found');
    if (template.is_default) throw new ProfileError('query_template_protected');
    await markQueryTemplateDeleted(tx, id, deps.clock.now());
  });
}
