import { isUniqueViolation } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import { ImportError } from './errors.ts';
import { importIdKind } from './id-kinds.ts';
import type { ImportsDeps } from './imports-deps.ts';
import { failLostImports, findImport, insertImport } from './imports-store.ts';
import { isDownloadable, lockGroupOf } from './sources.ts';
import type { SourceImport } from './types.ts';

/** The job that carries out an import. */
export const importJob = 'import-source';

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
      await failLostImports(tx, source);
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
