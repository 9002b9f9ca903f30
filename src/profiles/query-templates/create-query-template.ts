import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import { createId } from '../../platform/ids.ts';
import { queryTemplateIdKind } from '../id-kinds.ts';
import type { Source } from '../types.ts';
import { checkPartnerQueryTemplates } from './check-partner-query-templates.ts';
import type { QueryTemplate } from './query-template-definition.ts';
import { insertQueryTemplate } from './query-templates-store.ts';
import { validateQueryTemplate } from './validate-query-template.ts';

export type QueryTemplateDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sources: readonly Source[];
};

/** A new query template, stored. Throws `query_template_invalid` with every problem of the definition. */
export async function createQueryTemplate(deps: QueryTemplateDeps, body: unknown): Promise<QueryTemplate> {
  const definition = validateQueryTemplate(body, deps.sources);
  const now = deps.clock.now();
  const id = createId(queryTemplateIdKind, now.getTime());
  await deps.db.transaction().execute(async (tx) => {
    await checkPartnerQueryTemplates(tx, definition);
    await insertQueryTemplate(tx, id, definition, now);
  });
  return { id, version: 1, isDefault: false, createdAt: now, updatedAt: now, definition };
}
