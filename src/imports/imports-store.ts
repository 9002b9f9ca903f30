import { sql } from 'kysely';
import { type Db, fromRow, jsonb, type ToRow, type Tx } from '../platform/db/index.ts';
import type { ImportableSource, ImportProgress, ImportResult, SourceImport } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    source_imports: ToRow<Omit<SourceImport, 'isStopping' | 'tries'>> & {
      tries: import('kysely').Generated<number>;
      stop_requested_at: Date | null;
    };
  }
}

/** Adds an import that waits. A second one of the same source is a unique violation. */
export async function insertImport(
  tx: Tx,
  values: Pick<SourceImport, 'id' | 'source' | 'action' | 'options' | 'startedBy' | 'createdAt'>,
): Promise<void> {
  const { id, source, action, options, startedBy, createdAt } = values;
  await tx
    .insertInto('source_imports')
    .values({
      id,
      source,
      action,
      state: 'waiting',
      started_by: startedBy,
      created_at: createdAt,
      options: jsonb(options),
    })
    .execute();
}

export async function listOpenImports(db: Db | Tx): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('source_imports')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ends imports that no job is left for: as done those whose data are in service, as stopped those that somebody had
 * stopped, as failed the others.
 */
export async function endLostImports(db: Db | Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update source_imports
       set state = case when result is not null then 'done'
                        when stop_requested_at is null then 'failed' else 'stopped' end,
           failure = case when result is null and stop_requested_at is null then 'import_lost' end,
           finished_at = now()
     where state in ('waiting', 'running') and id = any(${ids}::text[])`.execute(db);
}

/** Marks the import as running; undefined when it is over. */
export async function takeImport(db: Db, id: string): Promise<SourceImport | undefined> {
  const { rows } = await sql<{ id: string }>`
    update source_imports
       set state = 'running', tries = tries + 1, started_at = coalesce(started_at, now()), progress = null
     where id = ${id} and state in ('waiting', 'running')
    returning id`.execute(db);
  return rows.length === 0 ? undefined : await findImport(db, id);
}

/** Writes the progress of an import; true if the import is to be stopped. */
export async function noteProgress(
  db: Db,
  id: string,
  progress: ImportProgress | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ to_stop: boolean }>`
    update source_imports set progress = ${progress === undefined ? null : JSON.stringify(progress)}::jsonb
     where id = ${id} and state = 'running'
    returning stop_requested_at is not null as to_stop`.execute(db);
  return rows[0]?.to_stop === true;
}

/**
 * Asks the process that does an import to stop it; one that nobody has taken up is stopped at once. False, with nothing
 * written, when it is over.
 */
export async function requestStop(db: Db, id: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    update source_imports
       set stop_requested_at = coalesce(stop_requested_at, now()), stopped_by = coalesce(stopped_by, ${by}),
           state = case when tries = 0 then 'stopped' else state end,
           finished_at = case when tries = 0 then now() end
     where id = ${id} and state in ('waiting', 'running')
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Writes down what an import has put in service, before it ends. */
export async function noteResult(tx: Tx, id: string, result: ImportResult): Promise<void> {
  await tx
    .updateTable('source_imports')
    .set({ result: jsonb(result) })
    .where('id', '=', id)
    .execute();
}

export type ImportEnd =
  | { readonly state: 'done'; readonly result: ImportResult }
  | { readonly state: 'failed'; readonly failure: string; readonly detail: string | undefined }
  | { readonly state: 'stopped' }
  /** For another process. */
  | { readonly state: 'waiting' };

/** Writes down what came of a run of the import. */
export async function finishImport(tx: Tx, id: string, end: ImportEnd): Promise<void> {
  await tx
    .updateTable('source_imports')
    .set({
      state: end.state,
      ...(end.state === 'waiting' ? { progress: null } : { finished_at: sql<Date>`now()` }),
      ...(end.state === 'done' && { result: jsonb(end.result) }),
      ...(end.state === 'failed' && { failure: end.failure, failure_detail: end.detail ?? null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

export async function findImport(db: Db | Tx, id: string): Promise<SourceImport | undefined> {
  return (await listImports(db, { id, limit: 1 }))[0];
}

/** Imports, the newest first. */
export async function listImports(
  db: Db | Tx,
  which: {
    readonly id?: string;
    readonly source?: ImportableSource | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
  },
): Promise<readonly SourceImport[]> {
  let query = db.selectFrom('source_imports').selectAll().orderBy('id', 'desc').limit(which.limit);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.source !== undefined) query = query.where('source', '=', which.source);
  if (which.before !== undefined) query = query.where('id', '<', which.before);
  const rows = await query.execute();
  return rows.map(({ stop_requested_at: stopRequestedAt, ...row }) => ({
    ...fromRow(row),
    isStopping: stopRequestedAt !== null && (row.state === 'waiting' || row.state === 'running'),
  }));
}
