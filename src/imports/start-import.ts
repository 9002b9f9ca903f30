import { type Db, isUniqueViolation, type Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import { findWithoutJob, type JobQueue } from '../platform/jobs/index.ts';
import { importIdKind } from './declarations.ts';
import { ImportError } from './errors.ts';
import { endLostImports, findImport, insertImport, listOpenImports, requestStop } from './imports-store.ts';
import { type ImportsDeps, isDownloadable, lockGroupOf, type SourceImport } from './types.ts';

export const importJob = 'import-source';

/** Ends imports that no job is left for: it failed for good, or the database was restored from a backup. */
export async function failLostImports(db: Db | Tx): Promise<void> {
  const lost = await findWithoutJob(db, importJob, await listOpenImports(db));
  if (lost.length > 0) await endLostImports(db, lost);
}

/**
 * A new import or download, to be done in the background by any process.
 *
 * Rejects with `import_folder_unset`, `import_path_refused`, `import_file_missing`, `import_not_published` and
 * `import_running_already`.
 */
export async function startImport(
  { database, clock, folder, queue }: ImportsDeps & { readonly queue: JobQueue },
  wanted: Pick<SourceImport, 'source' | 'action' | 'options' | 'startedBy'>,
): Promise<SourceImport> {
  const { source, action, options } = wanted;
  // Asked before the work too: whoever starts it is told at once.
  await folder.check();
  if (action === 'import') await folder.resolve(options.path ?? '');
  if (options.mappingPath !== undefined) await folder.resolve(options.mappingPath);
  if (action === 'download' && !isDownloadable(source)) throw new ImportError('import_not_published');
  const id = createId(importIdKind, clock.now().getTime());
  try {
    await database.db.transaction().execute(async (tx) => {
      await failLostImports(tx);
      await insertImport(tx, { ...wanted, id, createdAt: clock.now() });
      await queue.enqueueIn(tx, importJob, { id }, { key: lockGroupOf(source, action) });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ImportError('import_running_already', { cause: error });
    throw error;
  }
  queue.wake(importJob);
  return (await findImport(database.db, id))!;
}

/**
 * The import, stopped or about to be. The process that does it looks every second, removes what is there of it, and ends
 * it as stopped; one whose data come into service before that ends as done. What was in service stays. May be called
 * again.
 *
 * See docs/decisions/0041.
 *
 * Rejects with `import_not_found` and `import_over`.
 */
export async function stopImport(
  { database: { db } }: Pick<ImportsDeps, 'database'>,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<SourceImport> {
  const isAsked = await requestStop(db, id, by);
  const found = await findImport(db, id);
  if (found === undefined) throw new ImportError('import_not_found');
  if (!isAsked && found.state !== 'stopped') throw new ImportError('import_over');
  return found;
}
