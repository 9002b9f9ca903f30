import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { SubjectKind } from '../types.ts';
import type { QueryTemplate } from './query-template-definition.ts';
import { findQueryTemplate, findQueryTemplates } from './query-templates-store.ts';

export type QueryTemplatePage = {
  readonly templates: readonly QueryTemplate[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
};

/** A page of the query templates in the order they were made. Throws `cursor_invalid`. */
export async function listQueryTemplates(
  db: Db,
  query: {
    readonly subject?: SubjectKind | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<QueryTemplatePage> {
  const after = decodeCursor(query.cursor, /^tpl_\w{1,80}$/)?.[0];
  const found = await findQueryTemplates(db, { after, limit: query.limit + 1, subject: query.subject });
  const templates = found.slice(0, query.limit);
  const isLast = found.length <= query.limit;
  return { templates, nextCursor: isLast ? undefined : encodeCursor(templates.at(-1)!.id) };
}

/** A query template at its current version. Throws `query_template_not_found`. */
export async function getQueryTemplate(db: Db, id: string): Promise<QueryTemplate> {
  const template = await findQueryTemplate(db, id);
  if (template === undefined) throw new ProfileError('query_template_not_found');
  return template;
}
