import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, sql } from 'kysely';
import { DataFolderError } from '../data-folder/index.ts';
import { toDatabaseError } from './driver-errors.ts';
import { createEmbeddedDialect } from './embedded-dialect.ts';
import { DatabaseError } from './errors.ts';
import { unpackDatabase } from './prepared-database.ts';
import type { Tables } from './tables.ts';
import { columnParsers, traceStatement, translateErrors } from './translating-dialect.ts';
import type { EmbeddedDatabase, OpenDatabaseOptions } from './types.ts';

/** PostgreSQL fills this memory with zeros at each start; beyond it, pages come from the system's cache. */
const sharedBuffers = '32MB';

/** The number of ENOSPC in WebAssembly (WASI, preview 1). */
const noSpaceErrno = 51;

/** True if the data folder has an embedded database. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database', 'PG_VERSION'));
}

/**
 * Opens PostgreSQL compiled to WebAssembly in `<dataDir>/database`. One that is not there is a copy of `prepared`, or
 * made by PostgreSQL (a few seconds). Throws `data_folder_unusable` when there is no room for it, or it is damaged.
 *
 * It has one connection: Kysely hands it to one caller at a time, and a transaction holds it until it ends.
 */
export async function openEmbedded(
  options: Pick<OpenDatabaseOptions, 'dataDir' | 'logger' | 'prepared'>,
): Promise<EmbeddedDatabase> {
  const directory = join(options.dataDir, 'database');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const begins = options.prepared !== undefined && !hasEmbeddedDatabase(options.dataDir);
  if (begins) copyPrepared(options.prepared, directory);
  const pglite = await PGlite.create({
    dataDir: directory,
    parsers: columnParsers,
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams,
      ...['-c', `shared_buffers=${sharedBuffers}`],
      // Its timer outlives a recovery that fails, and keeps the process of a failed start alive.
      ...['-c', 'log_startup_progress_interval=0'],
    ],
  }).catch((cause: Partial<Error> & { readonly errno?: number }) => {
    const why = cause.errno === noSpaceErrno ? 'ENOSPC' : cause.message;
    throw new DataFolderError('data_folder_unusable', {
      detail: `PostgreSQL cannot start in ${directory} (${why}).`,
      cause,
    });
  });
  const crashed = endAtCrash(pglite);
  crashed.catch(() => options.logger.error('the embedded database has crashed'));
  const db = new Kysely<Tables>({ dialect: translateErrors(createEmbeddedDialect(pglite)) });
  let closing: Promise<void> | undefined;

  const open: EmbeddedDatabase = {
    kind: 'embedded',
    db,
    pglite,
    crashed,
    async ping() {
      await open.execute('select 1');
    },
    async execute(text, parameters) {
      try {
        // Kysely's hold on the connection covers the rollback too: between a failed text and its rollback
        // nobody else may get a statement into the broken transaction.
        const runAlone = async () => {
          try {
            if (parameters !== undefined && parameters.length > 0) {
              return { rows: (await pglite.query<Record<string, unknown>>(text, [...parameters])).rows };
            }
            const results = await pglite.exec(text);
            return { rows: results.flatMap((result) => result.rows as Record<string, unknown>[]) };
          } catch (error) {
            await pglite.exec('rollback');
            throw error;
          }
        };
        return await traceStatement(text, () => db.connection().execute(runAlone));
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    close() {
      closing ??= db.destroy();
      return closing;
    },
    [Symbol.asyncDispose]: () => open.close(),
  };
  // PGlite takes the machine's zone. The statement also makes Kysely start, which closes only what it has started.
  await sql`set timezone to 'UTC'`.execute(db);
  // Nothing is flushed to the disk here, so filling each new piece of the log with zeros only holds everybody up.
  await sql`set wal_init_zero to off`.execute(db);
  if (begins) await sql`update schema_migrations set applied_at = now()`.execute(db);
  return open;
}

function copyPrepared(prepared: string, directory: string): void {
  try {
    unpackDatabase(prepared, directory);
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    // What the file system did not say is a fault of the packed database, not of the folder.
    if (syscall === undefined) throw cause;
    throw new DataFolderError('data_folder_unusable', {
      detail: `${directory} cannot be written (${code}). A first start needs about 50 MB.`,
      cause,
    });
  }
}

/** The status by which PostgreSQL's jump to its main loop, after an error of a statement, reaches JavaScript. */
const longJump = 100;

type Main = Record<
  | '_PostgresMainLoopOnce'
  | '_PostgresSendReadyForQueryIfNecessary'
  | '_pgl_pq_flush'
  | '_pgl_run_atexit_funcs'
  | 'stackRestore',
  (...parameters: readonly number[]) => void
>;

/**
 * Has the statement fail at which PostgreSQL gives itself up, as without room for its log, and all that follow. Rejects
 * then.
 *
 * NOTE: PGlite passes over that error and calls PostgreSQL again, which waits without end for a lock of its own.
 */
function endAtCrash(pglite: PGlite): Promise<never> {
  const main = pglite.Module as unknown as Main;
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  let crash: DatabaseError | undefined;
  for (const name of [
    '_PostgresMainLoopOnce',
    '_PostgresSendReadyForQueryIfNecessary',
    '_pgl_pq_flush',
    '_pgl_run_atexit_funcs',
    // Called where PGlite passes over the error: the way out of its loop.
    'stackRestore',
  ] as const) {
    const call = main[name];
    main[name] = (...parameters) => {
      if (crash !== undefined) throw crash;
      try {
        call(...parameters);
      } catch (error) {
        if ((error as { readonly status?: number }).status === longJump) throw error;
        crash = new DatabaseError('database_unavailable', {
          detail: 'The embedded database has crashed.',
          retryAfterSeconds: 5,
          cause: error,
        });
        reject(crash);
        throw crash;
      }
    };
  }
  return crashed;
}
