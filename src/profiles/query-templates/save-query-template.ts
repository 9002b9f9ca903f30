import { Value } from 'typebox/value';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { queryTemplateIdKind } from '../declarations.ts';
import { ProfileError } from '../errors.ts';
import type { Source } from '../types.ts';
import { type QueryTemplate, QueryTemplateDefinitionSchema } from './query-template-definition.ts';
import {
  findQueryTemplate,
  insertQueryTemplate,
  insertVersion,
  lockQueryTemplate,
  markQueryTemplateDeleted,
  setCurrentVersion,
} from './query-templates-store.ts';
import { validateQueryTemplate } from './validate-query-template.ts';

type QueryTemplateDeps = { readonly db: Db; readonly clock: Clock; readonly sources: readonly Source[] };

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

/**
 * A query template with a new version that executions started from now on run. Throws `query_template_not_found`,
 * `request_invalid`, and `query_template_subject_fixed` when it would be about something else.
 */
export async function replaceQueryTemplate(
  deps: QueryTemplateDeps,
  id: string,
  body: unknown,
): Promise<QueryTemplate> {
  const now = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    const template = await lockQueryTemplate(tx, id);
    if (template === undefined) throw new ProfileError('query_template_not_found');
    const definition = validateQueryTemplate(body, deps.sources, await findPartnerProblems(tx, body));
    if (definition.subject !== template.subject) throw new ProfileError('query_template_subject_fixed');
    const version = template.current_version + 1;
    await insertVersion(tx, id, version, definition, now);
    await setCurrentVersion(tx, id, version, now);
    return {
      id,
      version,
      isDefault: template.is_default,
      createdAt: template.created_at,
      updatedAt: now,
      definition,
    };
  });
}

const { onboardPartners: PartnersSchema } = QueryTemplateDefinitionSchema.properties;

/** The problems of a body that names query templates for partners which are not there or about something else. */
async function findPartnerProblems(tx: Tx, body: unknown): Promise<readonly FieldProblem[]> {
  const named = (body as { readonly onboardPartners?: unknown } | null)?.onboardPartners;
  if (!Value.Check(PartnersSchema, named)) return [];
  const problems: FieldProblem[] = [];
  for (const [field, id, subject] of [
    ['personTemplateId', named?.personTemplateId, 'person'],
    ['companyTemplateId', named?.companyTemplateId, 'company'],
  ] as const) {
    if (id === undefined) continue;
    const template = await findQueryTemplate(tx, id);
    if (template?.definition.subject === subject) continue;
    problems.push({
      path: `body/onboardPartners/${field}`,
      message: `is no query template about a ${subject}`,
    });
  }
  return problems;
}
