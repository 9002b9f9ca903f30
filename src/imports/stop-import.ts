import { ImportError } from './errors.ts';
import type { ImportsDeps } from './imports-deps.ts';
import { findImport, requestStop } from './imports-store.ts';
import type { SourceImport } from './types.ts';

/**
 * The import, stopped or about to be. The process that does it looks every second, removes what is there of it, and ends
 * it as stopped; one whose data come into service before that ends as done. What was in service stays. May be called
 * again.
 *
 * See docs/decisions/0177.
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
