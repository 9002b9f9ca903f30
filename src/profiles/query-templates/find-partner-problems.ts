import { Value } from 'typebox/value';
import type { Tx } from '../../platform/db/index.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { QueryTemplateDefinitionSchema } from './query-template-definition.ts';
import { findQueryTemplate } from './query-templates-store.ts';

const { onboardPartners: PartnersSchema } = QueryTemplateDefinitionSchema.properties;

/** The problems of a body that names query templates for partners which are not there or about something else. */
export async function findPartnerProblems(tx: Tx, body: unknown): Promise<readonly FieldProblem[]> {
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
