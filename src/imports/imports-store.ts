import { sql } from 'kysely';
import { type Db, jsonb, type Tx } from '../platform/db/index.ts';
import type { ImportableSource } from './sources.ts';
import type { ImportOptions, ImportProgress, ImportResult, SourceImport } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    source_imports: {
      id: string;
      source: ImportableSource;
      action: 'import' | 'download';
      state: SourceImport['state'];
      options: ImportOptions;
      started_by: string;
      created_at: Date;
      started_at: Date | null;
      finished_at: Date | null;
      attempt: import('kysely').Generated<number>;
      seen_at: Date | null;
      progress: ImportProgress | null;
      result: ImportResult | null;
      failure: string | null;
      failure_detail: string | null;
      stop_requested_at: Date | null;
      stopped_by: string | null;
    };
  }
}

/** One run of an import: what a process that lost it writes is not taken. */
export type ImportRun = Pick<SourceImport, 'id' | 'attempt'>;

/** An import without a sign of life for so long is lost. */
export const lostAfterSeconds = 60;
/** A lost import that nobody took up for so long has failed. */
const givenUpAfterSeconds = 300;

/** Adds an import that waits. A second one of the same source is a unique violation. */
export async function insertImport(
  tx: Tx,
  values: Pick<SourceImport, 'id' | 'source' | 'action' | 'options' | 'startedBy' | 'createdAt'>,
): Promise<void> {
  const { id, source, action, options, startedBy, createdAt } = values;
  await tx
    .insertInto('source_imports')
    .values({
      ...{ id, source, action, state: 'waiting', started_by: startedBy, created_at: createdAt },
      options: jsonb(options),
    })
    .execute();
}

/**
 * Ends imports whose process was killed and that no other took up: as stopped those that somebody had stopped, as failed
 * the others. Those that wait for their first process stay. The clock is that of the database, which all processes
 * share.
 */
export async function failLostImports(db: Db | Tx, source?: ImportableSource): Promise<void> {
  await sql`
    update source_imports
       set state = case when stop_requested_at is null then 'failed' else 'stopped' end,
           failure = case when stop_requested_at is null then 'import_lost' end,
           finished_at = now()
     where state in ('waiting', 'running') and attempt > 0
       and seen_at < now() - ${givenUpAfterSeconds} * interval '1 second'
       and ${source === undefined ? sql`true` : sql`source = ${source}`}`.execute(db);
}

/** Gives the import to this process; undefined when it is over. */
export async function takeImport(db: Db, id: string): Promise<SourceImport | undefined> {
  const { rows } = await sql<{ id: string }>`
    update source_imports
       set state = 'running', attempt = attempt + 1, seen_at = now(), started_at = coalesce(started_at, now()),
           progress = null
     where id = ${id} and state in ('waiting', 'running')
    returning id`.execute(db);
  return rows.length === 0 ? undefined : await findImport(db, id);
}

/** A sign of life, with the progress. Tells that the import is no longer this run's, or that it is to be stopped. */
export async function noteProgress(
  db: Db,
  { id, attempt }: ImportRun,
  progress: ImportProgress | undefined,
): Promise<'held' | 'to-stop' | 'lost'> {
  const { rows } = await sql<{ to_stop: boolean }>`
    update source_imports
       set seen_at = now(), progress = ${progress === undefined ? null : JSON.stringify(progress)}::jsonb
     where id = ${id} and attempt = ${attempt} and state = 'running'
    returning stop_requested_at is not null as to_stop`.execute(db);
  if (rows[0] === undefined) return 'lost';
  return rows[0].to_stop ? 'to-stop' : 'held';
}

/**
 * Asks the process that does an import to stop it; one that nobody has taken up is stopped at once. False, with nothing
 * written, when it is over.
 */
export async function requestStop(db: Db, id: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    update source_imports
       set stop_requested_at = coalesce(stop_requested_at, now()), stopped_by = coalesce(stopped_by, ${by}),
           state = case when attempt = 0 then 'stopped' else state end,
           finished_at = case when attempt = 0 then now() end
     where id = ${id} and state in ('waiting', 'running')
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Lets the import wait for another process. */
export async function putImportBack(db: Db, { id, attempt }: ImportRun): Promise<void> {
  await sql`
    update source_imports set state = 'waiting', seen_at = now(), progress = null
     where id = ${id} and attempt = ${attempt} and state = 'running'`.execute(db);
}

/** Writes down what came of the import. */
export async function finishImport(
  db: Db,
  { id, attempt }: ImportRun,
  end:
    | { readonly state: 'done'; readonly result: ImportResult }
    | { readonly state: 'failed'; readonly failure: string; readonly detail: string | undefined }
    | { readonly state: 'stopped' },
): Promise<void> {
  await db
    .updateTable('source_imports')
    .set({
      state: end.state,
      finished_at: sql<Date>`now()`,
      ...(end.state === 'done' && { result: jsonb(end.result) }),
      ...(end.state === 'failed' && { failure: end.failure, failure_detail: end.detail ?? null }),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
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
  let query = db
    .selectFrom('source_imports')
    .selectAll()
    .select(
      sql<boolean>`state = 'running' and seen_at < now() - ${lostAfterSeconds} * interval '1 second'`.as(
        'is_lost',
      ),
    )
    .orderBy('id', 'desc')
    .limit(which.limit);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.source !== undefined) query = query.where('source', '=', which.source);
  if (which.before !== undefined) query = query.where('id', '<', which.before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    action: row.action,
    state: row.state,
    isLost: row.is_lost,
    isStopping: row.stop_requested_at !== null && (row.state === 'waiting' || row.state === 'running'),
    options: row.options,
    startedBy: row.started_by,
    stoppedBy: row.stopped_by ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    attempt: row.attempt,
    progress: row.progress ?? undefined,
    result: row.result ?? undefined,
    failure: row.failure ?? undefined,
    failureDetail: row.failure_detail ?? undefined,
  }));
}
