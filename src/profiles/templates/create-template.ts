import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import { createId } from '../../platform/ids.ts';
import { queryTemplateIdKind } from '../id-kinds.ts';
import type { Source } from '../types.ts';
import { checkPartnerTemplates } from './check-partner-templates.ts';
import type { QueryTemplate } from './template-definition.ts';
import { insertTemplate } from './templates-store.ts';
import { validateTemplate } from './validate-template.ts';

export type TemplateDeps = { readonly db: Db; readonly clock: Clock; readonly sources: readonly Source[] };

/** A new query template, stored. Throws `query_template_invalid` with every problem of the definition. */
export async function createTemplate(deps: TemplateDeps, body: unknown): Promise<QueryTemplate> {
  const definition = validateTemplate(body, deps.sources);
  const now = deps.clock.now();
  const id = createId(queryTemplateIdKind, now.getTime());
  await deps.db.transaction().execute(async (tx) => {
    await checkPartnerTemplates(tx, definition);
    await insertTemplate(tx, id, definition, now);
  });
  return { id, version: 1, isDefault: false, createdAt: now, updatedAt: now, definition };
}
