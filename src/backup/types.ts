import type { TableColumns } from '../platform/db/index.ts';
import type { MigrationMark } from './catalogue.ts';

/** What a backup says of itself first. */
export type BackupManifest = {
  readonly createdAt: string;
  readonly migrations: readonly MigrationMark[];
  readonly tables: readonly TableColumns[];
};

/** What a backup says last, so that one that lacks something is noticed. */
export type BackupEnd = {
  readonly rows: Readonly<Record<string, number>>;
  readonly images: number;
  /** Photos that were erased while the backup was made. */
  readonly erased: readonly string[];
};

export type BackupProgress = {
  /** The table, or `photos`. */
  readonly subject: string;
  readonly done: number;
  readonly total?: number;
};

/** What a backup holds. */
export type BackupSummary = {
  readonly createdAt: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly images: number;
  /** Of the file, in hex. */
  readonly sha256: string;
};
