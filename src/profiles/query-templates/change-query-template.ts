import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { QueryTemplateDeps } from './create-query-template.ts';
import { findPartnerProblems } from './find-partner-problems.ts';
import type { QueryTemplate } from './query-template-definition.ts';
import {
  insertVersion,
  lockQueryTemplate,
  markQueryTemplateDeleted,
  setCurrentVersion,
} from './query-templates-store.ts';
import { validateQueryTemplate } from './validate-query-template.ts';

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
