import { encodeCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/db/index.ts';
import { parseCursor } from '../parse-cursor.ts';
import type { SubjectKind } from '../types.ts';
import type { QueryTemplate } from './template-definition.ts';
import { findTemplates } from './templates-store.ts';

export type TemplatePage = {
  readonly templates: readonly QueryTemplate[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
};

/** A page of the query templates in the order they were made. Throws `cursor_invalid`. */
export async function listTemplates(
  db: Db,
  query: {
    readonly subject?: SubjectKind | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<TemplatePage> {
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const found = await findTemplates(db, { after, limit: query.limit + 1, subject: query.subject });
  const templates = found.slice(0, query.limit);
  const isLast = found.length <= query.limit;
  return { templates, nextCursor: isLast ? undefined : encodeCursor(templates.at(-1)!.id) };
}
