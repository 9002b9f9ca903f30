import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import { createId } from '../../platform/ids.ts';
import { queryTemplateIdKind } from '../declarations.ts';
import { ProfileError } from '../errors.ts';
import type { Source } from '../types.ts';
import type { QueryTemplate, QueryTemplateDefinition } from './query-template-definition.ts';
import { findQueryTemplate, insertQueryTemplate } from './query-templates-store.ts';
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

/** Throws `query_template_invalid` when a template named for partners is not there or about something else. */
export async function checkPartnerQueryTemplates(tx: Tx, definition: QueryTemplateDefinition): Promise<void> {
  const { personTemplateId, companyTemplateId } = definition.onboardPartners ?? {};
  const problems = [];
  for (const [field, id, subject] of [
    ['personTemplateId', personTemplateId, 'person'],
    ['companyTemplateId', companyTemplateId, 'company'],
  ] as const) {
    if (id === undefined) continue;
    const template = await findQueryTemplate(tx, id);
    if (template?.definition.subject === subject) continue;
    problems.push({
      path: `body/onboardPartners/${field}`,
      message: `is no query template about a ${subject}`,
    });
  }
  if (problems.length > 0) throw new ProfileError('query_template_invalid', { problems });
}
