import { define, errorsOf } from '../errors.ts';

export const databaseErrorCatalogue = {
  database_unavailable: define.unavailable(
    'The database cannot be reached',
    'Try again shortly. Operators: check that PostgreSQL runs, that DATABASE_URL points to it, and that it accepts the connections of all processes (DATABASE_POOL_SIZE each). Make room on its disk, or on that of DATA_DIR with the embedded database.',
  ),
  database_timeout: define.unavailable(
    'The database took too long to answer',
    'Try again shortly. Operators: look for long transactions and for load on the database.',
  ),
  database_refused: define.internal(
    'The database server refused the credentials, has no such database, or gives the role too few rights',
    'Correct the user, password, database name and TLS settings in DATABASE_URL. Give the role the rights of deploy/postgresql/create-database.sql.',
  ),
  database_unsupported: define.local(
    'The database is too old or its encoding is not UTF8',
    'Use PostgreSQL 15 or newer, with a database in UTF8.',
  ),
  database_direct_url_missing: define.local(
    'The pooler in front of PostgreSQL lends its connections for one transaction at a time',
    'Set DATABASE_DIRECT_URL to the same database past the pooler, or let the pooler pool by session.',
  ),
  database_direct_url_wrong: define.local(
    'DATABASE_DIRECT_URL does not lead to the database of DATABASE_URL itself',
    'Set DATABASE_DIRECT_URL to the PostgreSQL server behind the pooler, and to the same database.',
  ),
  database_empty: define.local(
    'No deployment has begun in this database',
    'Check DATA_DIR and DATABASE_URL, and the folder whose .env the command reads. To begin a deployment, run confere serve.',
  ),
  database_newer: define.local(
    'The database was migrated by a newer version, in a way that this version cannot work with',
    'Start that version or a newer one, or restore the database from a backup made before the upgrade.',
  ),
  database_older: define.local(
    'The database is of an earlier version, and this command does not upgrade it',
    'Run the command of the version that the service runs. To upgrade, start this version or run confere migrate.',
  ),
  database_unreleased: define.local(
    'The database was made by a version before the first release',
    'Start with an empty database: an empty folder of DATA_DIR, or a new PostgreSQL database. Register clients and faces again.',
  ),
  migration_altered: define.local(
    'An applied migration was changed later',
    'Restore the released migration file. Put changes into a new migration.',
  ),
  migrations_invalid: define.local(
    'The migration files have wrong names or numbers',
    'Name each file NNNN-name.sql, with its own number. A new migration takes a number above all others.',
  ),
  migration_failed: define.local(
    'A migration failed and was rolled back',
    'Read the cause in the log. The migration changed nothing.',
  ),
};

/** The database cannot be used. Statements that break a constraint are not this; they keep the driver's error. */
export class DatabaseError extends errorsOf(databaseErrorCatalogue) {}
