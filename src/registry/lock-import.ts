import type { OpenDatabase } from '../platform/db/index.ts';
import { RegistryError } from './errors.ts';

// Any number that nothing else locks on: the ASCII of "cnpj".
const advisoryLockKey = 1668182122;
const embeddedImports = new WeakSet<OpenDatabase>();

/**
 * The right to change generations, for one process at a time; gone with the process however it ends. On
 * PostgreSQL it is a lock of a transaction that stays open and does nothing, which holds back no clean-up. The
 * embedded database has one process anyway.
 *
 * Rejects with `registry_import_running` when another holds it.
 */
export async function lockImport(database: OpenDatabase): Promise<AsyncDisposable> {
  if (database.kind === 'embedded') {
    if (embeddedImports.has(database)) throw new RegistryError('registry_import_running');
    embeddedImports.add(database);
    return { [Symbol.asyncDispose]: async () => void embeddedImports.delete(database) };
  }
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${advisoryLockKey}) as locked`);
    if (rows[0]?.locked !== true) throw new RegistryError('registry_import_running');
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    async [Symbol.asyncDispose]() {
      await client.query('commit').catch(() => {});
      client.release(true);
    },
  };
}
