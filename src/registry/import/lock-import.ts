import { lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import { RegistryError } from '../errors.ts';

/**
 * The right to change generations, for one at a time in all processes together. Rejects with
 * `registry_import_running` when another holds it.
 */
export async function lockImport(database: OpenDatabase): Promise<AsyncDisposable> {
  const lock = await lockWork(database, 'registry/import');
  if (lock === undefined) throw new RegistryError('registry_import_running');
  return lock;
}
