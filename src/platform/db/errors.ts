import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const databaseErrorCatalogue = {
  database_unavailable: {
    kind: 'unavailable',
    title: 'The database cannot be reached',
    fix: 'Try again shortly. Operators: check that PostgreSQL runs, that DATABASE_URL points to it, and that it accepts the connections of all processes (DATABASE_POOL_SIZE each).',
  },
  database_timeout: {
    kind: 'unavailable',
    title: 'The database took too long to answer',
    fix: 'Try again shortly. Operators: look for long transactions and for load on the database.',
  },
  database_refused: {
    kind: 'internal',
    title: 'The database server refused the credentials or has no such database',
    fix: 'Correct the user, password, database name and TLS settings in DATABASE_URL.',
  },
  database_unsupported: {
    kind: 'internal',
    title: 'The database is too old or its encoding is not UTF8',
    fix: 'Use PostgreSQL 15 or newer, with a database in UTF8.',
  },
  database_newer: {
    kind: 'internal',
    title: 'The database was migrated by a newer version of the service',
    fix: 'Start that version or a newer one, or restore the database from a backup made before the upgrade.',
  },
  migration_altered: {
    kind: 'internal',
    title: 'An applied migration was changed later',
    fix: 'Restore the released migration file. Put changes into a new migration.',
  },
  migrations_invalid: {
    kind: 'internal',
    title: 'The migration files have wrong names or numbers',
    fix: 'Name each file NNNN-name.sql, with its own number. A new migration takes a number above all others.',
  },
  migration_failed: {
    kind: 'internal',
    title: 'A migration failed and was rolled back',
    fix: 'Read the cause in the log. The migration changed nothing.',
  },
} satisfies ErrorCatalogue;

/** The database cannot be used. Statements that break a constraint are not this; they keep the driver's error. */
export class DatabaseError extends AppError {
  constructor(code: keyof typeof databaseErrorCatalogue, options?: AppErrorOptions) {
    super(code, databaseErrorCatalogue[code], options);
  }
}
