export { gatherReads } from './create-reads.ts';
export {
  isForeignKeyViolation,
  isUniqueViolation,
  mayBeCommitted,
  toDatabaseErrorOfWork,
} from './driver-errors.ts';
export { DatabaseError } from './errors.ts';
export { runForRequest } from './limit-statements.ts';
export { lockWork } from './lock-work.ts';
export { migrate, migrationsDirectory, readMigrations, refuseOlder } from './migrate.ts';
export { type NamedValues, planNamed, planOnce } from './named-statements.ts';
export { openDatabase } from './open-database.ts';
export { hasEmbeddedDatabase } from './open-embedded.ts';
export {
  type DropPartitionsOptions,
  dropPartitions,
  isPartitionEmpty,
  listPartitions,
  makePartitions,
} from './partitions.ts';
export { type MigrationEffect, type PlannedMigration, planMigrations } from './plan-migrations.ts';
export {
  findPreparedDatabase,
  namePreparedDatabase,
  packDatabase,
  preparedDatabasesFolder,
} from './prepared-database.ts';
export { countRows, deleteRows, fromRow, type ToRow, toRow } from './rows.ts';
export {
  type CopyValue,
  copyBlob,
  copyRows,
  type Loading,
  loadTables,
  readSnapshot,
  type TableColumns,
} from './table-transfer.ts';
export type { Tables } from './tables.ts';
export { jsonb } from './translating-dialect.ts';
export type {
  Db,
  EmbeddedDatabase,
  OpenDatabase,
  OpenDatabaseOptions,
  PostgresDatabase,
  Reads,
  Tx,
} from './types.ts';
export { takeClient, withClient } from './with-client.ts';
