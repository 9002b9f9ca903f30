import type { TableColumns } from '../platform/db/index.ts';
import type { MigrationMark } from './catalogue.ts';

/** The first record of a backup. */
export type BackupManifest = {
  readonly createdAt: string;
  readonly migrations: readonly MigrationMark[];
  readonly tables: readonly TableColumns[];
};

/** The last record of a backup. It reveals a truncated file. */
export type BackupEnd = {
  readonly rows: Readonly<Record<string, number>>;
  readonly images: number;
  /** Photos that were erased while the backup was made. */
  readonly erased: readonly string[];
  /** Photos that were missing although their rows stayed. */
  readonly missing: readonly string[];
};

export type BackupProgress = {
  /** The table, or `photos`. */
  readonly subject: string;
  readonly done: number;
  readonly total?: number;
};

/** The content of a backup. */
export type BackupSummary = {
  readonly createdAt: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly images: number;
  /** Of the file, in hex. */
  readonly sha256: string;
};
