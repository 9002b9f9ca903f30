import type { Selectable } from 'kysely';
import { type Db, fromRow, jsonb, type ToRow, type Tx, toRow } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { SubjectKind } from '../types.ts';
import type { QueryTemplate, QueryTemplateDefinition } from './query-template-definition.ts';

type QueryTemplatesTable = ToRow<Omit<QueryTemplate, 'version' | 'definition'>> & {
  subject: SubjectKind;
  current_version: number;
  deleted_at: Date | null;
};

/** One version of a template. */
type TemplateVersion = Pick<QueryTemplate, 'version' | 'createdAt' | 'definition'>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    query_templates: QueryTemplatesTable;
    query_template_versions: ToRow<TemplateVersion> & { template_id: string };
  }
}

/** Writes a new template at its first version. */
export async function insertQueryTemplate(
  tx: Tx,
  id: string,
  definition: QueryTemplateDefinition,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('query_templates')
    .values(
      toRow({
        id,
        subject: definition.subject,
        currentVersion: 1,
        isDefault: false,
        createdAt: now,
        updatedAt: now,
      }),
    )
    .execute();
  await insertVersion(tx, id, 1, definition, now);
}

export async function insertVersion(
  tx: Tx,
  id: string,
  version: number,
  definition: QueryTemplateDefinition,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('query_template_versions')
    .values({ template_id: id, version, definition: jsonb(definition), created_at: now })
    .execute();
}

export async function setCurrentVersion(tx: Tx, id: string, version: number, now: Date): Promise<void> {
  await tx
    .updateTable('query_templates')
    .set({ current_version: version, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Hides a template; its versions stay for the executions that ran them. */
export async function markQueryTemplateDeleted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('query_templates').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** A template that is not deleted, locked so that changes to it follow each other; undefined when there is none. */
export async function lockQueryTemplate(
  tx: Tx,
  id: string,
): Promise<Selectable<QueryTemplatesTable> | undefined> {
  return await tx
    .selectFrom('query_templates')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** A template at its current version; undefined when there is none or it is deleted. */
export async function findQueryTemplate(db: Db, id: string): Promise<QueryTemplate | undefined> {
  const row = await selectCurrent(db)
    .where('query_templates.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * A template at its last version, deleted or not: what rests on it goes on with its rules. Undefined when there never was
 * one.
 */
export async function findLastQueryTemplate(db: Db, id: string): Promise<QueryTemplate | undefined> {
  const row = await selectCurrent(db).where('query_templates.id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** A template that is not deleted; throws `query_template_not_found`. */
export async function getQueryTemplate(db: Db, id: string): Promise<QueryTemplate> {
  const template = await findQueryTemplate(db, id);
  if (template === undefined) throw new ProfileError('query_template_not_found');
  return template;
}

/** The template used where nobody names one. */
export async function findDefaultQueryTemplate(db: Db, subject: SubjectKind): Promise<QueryTemplate> {
  const row = await selectCurrent(db)
    .where('subject', '=', subject)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** One version of a template, whatever became of the template; undefined when it never had it. */
export async function findTemplateVersion(
  db: Db,
  id: string,
  version: number,
): Promise<QueryTemplateDefinition | undefined> {
  const row = await db
    .selectFrom('query_template_versions')
    .select('definition')
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.definition;
}

/** The newest versions of a template, newest first. */
export async function listTemplateVersions(
  db: Db,
  id: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly TemplateVersion[]> {
  const rows = await db
    .selectFrom('query_template_versions')
    .select(['version', 'created_at', 'definition'])
    .where('template_id', '=', id)
    .$if(before !== undefined, (query) => query.where('version', '<', before!))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => fromRow(row));
}

/** Templates after an id, by id: in the order they were made, the defaults last. */
export async function findQueryTemplates(
  db: Db,
  page: {
    readonly after: string | undefined;
    readonly limit: number;
    readonly subject?: SubjectKind | undefined;
  },
): Promise<readonly QueryTemplate[]> {
  let query = selectCurrent(db).where('deleted_at', 'is', null);
  if (page.subject !== undefined) query = query.where('subject', '=', page.subject);
  if (page.after !== undefined) query = query.where('query_templates.id', '>', page.after);
  const rows = await query.orderBy('query_templates.id').limit(page.limit).execute();
  return rows.map((row) => fromRow(row));
}

function selectCurrent(db: Db) {
  return db
    .selectFrom('query_templates')
    .innerJoin('query_template_versions', (join) =>
      join
        .onRef('query_template_versions.template_id', '=', 'query_templates.id')
        .onRef('query_template_versions.version', '=', 'query_templates.current_version'),
    )
    .select([
      'query_templates.id',
      'query_templates.current_version as version',
      'query_templates.is_default',
      'query_templates.created_at',
      'query_templates.updated_at',
      'query_template_versions.definition',
    ]);
}
