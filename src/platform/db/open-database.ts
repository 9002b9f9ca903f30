import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';
import type { OpenDatabase, OpenDatabaseOptions } from './types.ts';

/**
 * The database, ready for statements but not migrated: PostgreSQL when an address is given, the embedded one otherwise
 * (the caller must hold the data folder's lock). Column types are the same on both; see `columnParsers`.
 *
 * Throws `database_unavailable` when PostgreSQL does not answer within `startupTimeoutMs`, `database_refused`
 * for wrong credentials, `database_unsupported` for a version or encoding that cannot be used, and
 * `database_direct_url_missing` or `database_direct_url_wrong` for a pooler that cannot be used as it is.
 */
export function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres({ ...options, databaseUrl: options.databaseUrl });
}
