export { jsonb } from './column-types.ts';
export { isForeignKeyViolation, isUniqueViolation } from './constraint-violations.ts';
export { isConnectionError, toDatabaseError } from './driver-errors.ts';
export { DatabaseError, databaseErrorCatalogue } from './errors.ts';
export { type Migration, migrate, readMigrations } from './migrate.ts';
export {
  type EmbeddedDatabase,
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
  type PostgresDatabase,
} from './open-database.ts';
export type { Tables } from './tables.ts';
export type { Db, Tx } from './types.ts';
