import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const databaseErrorCatalogue = {
  database_unavailable: {
    kind: 'unavailable',
    title: 'The database cannot be reached.',
    fix: 'Try again shortly. Operators: check that PostgreSQL runs, that DATABASE_URL points to it, and that it accepts enough connections for DATABASE_POOL_SIZE of every replica.',
  },
  database_timeout: {
    kind: 'unavailable',
    title: 'The database took too long to answer.',
    fix: 'Try again shortly. Operators: look for long transactions and for load on the database.',
  },
  database_refused: {
    kind: 'internal',
    title: 'The database server refused the credentials or has no database of that name.',
    fix: 'Correct the user, password, database name and TLS settings in DATABASE_URL.',
  },
  database_unsupported: {
    kind: 'internal',
    title: 'This version cannot use the database.',
    fix: 'Use PostgreSQL 15 or newer with a database whose encoding is UTF8.',
  },
  database_newer: {
    kind: 'internal',
    title: 'The database was migrated by a newer version of the service.',
    fix: 'Start that version or a newer one, or restore the database from a backup made before the upgrade.',
  },
  migration_altered: {
    kind: 'internal',
    title: 'A migration that was already applied has changed.',
    fix: 'Restore the migration file as it was released; put changes into a new migration.',
  },
  migrations_invalid: {
    kind: 'internal',
    title: 'The migration files do not form one sequence.',
    fix: 'Name them NNNN-name.sql, each with its own number. A new migration takes a number above all others.',
  },
  migration_failed: {
    kind: 'internal',
    title: 'A migration failed and was rolled back.',
    fix: 'Read the cause in the log. The database is unchanged by that migration.',
  },
} satisfies ErrorCatalogue;

/** The database cannot be used. Statements that break a constraint are not this; they keep the driver's error. */
export class DatabaseError extends AppError {
  constructor(code: keyof typeof databaseErrorCatalogue, options?: AppErrorOptions) {
    super(code, databaseErrorCatalogue[code], options);
  }
}
