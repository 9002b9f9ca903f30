import type { Tx } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { QueryTemplateDefinition } from './query-template-definition.ts';
import { findQueryTemplate } from './query-templates-store.ts';

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
