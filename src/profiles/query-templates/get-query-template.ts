import type { Db } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { QueryTemplate } from './query-template-definition.ts';
import { findQueryTemplate } from './query-templates-store.ts';

/** A query template at its current version. Throws `query_template_not_found`. */
export async function getQueryTemplate(db: Db, id: string): Promise<QueryTemplate> {
  const template = await findQueryTemplate(db, id);
  if (template === undefined) throw new ProfileError('query_template_not_found');
  return template;
}
