export { jsonb } from './column-types.ts';
export { isForeignKeyViolation, isUniqueViolation } from './constraint-violations.ts';
export { type CopyValue, copyRows } from './copy-rows.ts';
export { DatabaseError } from './errors.ts';
export { gatherReads } from './gather-reads.ts';
export { lockWork, waitForWork } from './lock-work.ts';
export { type Migration, migrate, readMigrations } from './migrate.ts';
export { migrationsDirectory } from './migrations-directory.ts';
export { type NamedValues, planNamed } from './named-statements.ts';
export {
  type EmbeddedDatabase,
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
  type PostgresDatabase,
} from './open-database.ts';
export { type MigrationEffect, type PlannedMigration, planMigrations } from './plan-migrations.ts';
export { planOnce } from './planned-statements.ts';
export {
  type Loading,
  loadTables,
  readSnapshot,
  type Snapshot,
  type TableColumns,
} from './table-transfer.ts';
export type { Tables } from './tables.ts';
export type { Db, Tx } from './types.ts';
