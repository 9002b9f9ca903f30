import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import { createId } from '../../platform/ids.ts';
import { queryTemplateIdKind } from '../declarations.ts';
import type { Source } from '../types.ts';
import { findPartnerProblems } from './find-partner-problems.ts';
import type { QueryTemplate } from './query-template-definition.ts';
import { insertQueryTemplate } from './query-templates-store.ts';
import { validateQueryTemplate } from './validate-query-template.ts';

export type QueryTemplateDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sources: readonly Source[];
};

/** A new query template, stored. Throws `request_invalid` with every problem of the definition. */
export async function createQueryTemplate(deps: QueryTemplateDeps, body: unknown): Promise<QueryTemplate> {
  const now = deps.clock.now();
  const id = createId(queryTemplateIdKind, now.getTime());
  return await deps.db.transaction().execute(async (tx) => {
    const definition = validateQueryTemplate(body, deps.sources, await findPartnerProblems(tx, body));
    await insertQueryTemplate(tx, id, definition, now);
    return { id, version: 1, isDefault: false, createdAt: now, updatedAt: now, definition };
  });
}
