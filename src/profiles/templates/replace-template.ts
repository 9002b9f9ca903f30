import { ProfileError } from '../errors.ts';
import { checkPartnerTemplates } from './check-partner-templates.ts';
import type { TemplateDeps } from './create-template.ts';
import type { QueryTemplate } from './template-definition.ts';
import { insertVersion, lockTemplate, setCurrentVersion } from './templates-store.ts';
import { validateTemplate } from './validate-template.ts';

/**
 * A query template with a new version that executions started from now on run. Throws `query_template_not_found`,
 * `query_template_invalid`, and `query_template_subject_fixed` when it would be about something else.
 */
export async function replaceTemplate(deps: TemplateDeps, id: string, body: unknown): Promise<QueryTemplate> {
  const now = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    const template = await lockTemplate(tx, id);
    if (template === undefined) throw new ProfileError('query_template_not_found');
    const definition = validateTemplate(body, deps.sources);
    if (definition.subject !== template.subject) throw new ProfileError('query_template_subject_fixed');
    await checkPartnerTemplates(tx, definition);
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
