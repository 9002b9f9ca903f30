import type { Db } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { QueryTemplate } from './template-definition.ts';
import { findTemplate } from './templates-store.ts';

/** A query template at its current version. Throws `query_template_not_found`. */
export async function getTemplate(db: Db, id: string): Promise<QueryTemplate> {
  const template = await findTemplate(db, id);
  if (template === undefined) throw new ProfileError('query_template_not_found');
  return template;
}
