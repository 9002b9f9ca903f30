export { jsonb } from './column-types.ts';
export { type CopyValue, copyRows } from './copy-rows.ts';
export { isForeignKeyViolation, isUniqueViolation } from './driver-errors.ts';
export {
  type DropPartitionsOptions,
  type DroppedPartitions,
  dropPartitions,
  isPartitionEmpty,
} from './drop-partitions.ts';
export { DatabaseError } from './errors.ts';
export { gatherReads } from './gather-reads.ts';
export { runForRequest } from './limit-statements.ts';
export { lockWork } from './lock-work.ts';
export { makePartitions } from './make-partitions.ts';
export { type Migration, migrate, migrationsDirectory, readMigrations } from './migrate.ts';
export { type NamedValues, planNamed, planOnce } from './named-statements.ts';
export { openDatabase } from './open-database.ts';
export { listPartitions } from './partitions.ts';
export { type MigrationEffect, type PlannedMigration, planMigrations } from './plan-migrations.ts';
export {
  findPreparedDatabase,
  namePreparedDatabase,
  packDatabase,
  preparedDatabasesFolder,
} from './prepared-database.ts';
export {
  type Loading,
  loadTables,
  readSnapshot,
  type Snapshot,
  type TableColumns,
} from './table-transfer.ts';
export type { Tables } from './tables.ts';
export type {
  Db,
  EmbeddedDatabase,
  OpenDatabase,
  OpenDatabaseOptions,
  PostgresDatabase,
  Reads,
  Tx,
} from './types.ts';
