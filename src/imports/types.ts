import {
  type CpfIndex,
  type createListIndex,
  type ListName,
  listAddresses,
  listNames,
} from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ImportFolder } from './import-folder.ts';

export type ImportsDeps = {
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly cpfIndex: CpfIndex;
  readonly listIndex: ReturnType<typeof createListIndex>;
  readonly folder: ImportFolder;
  /** The embedded database's folder, to be checked for room. */
  readonly databaseFolder: string | undefined;
  readonly shareUrl: string;
  readonly fetchAllow: readonly string[];
  /** Where lists are published. */
  readonly listAddresses: typeof listAddresses;
};

export type ImportOptions = {
  /** Below the folder for imports; absent for a download. */
  readonly path?: string;
  /** `YYYY-MM-DD` of a data set, or of a list where neither the file nor its name says it. */
  readonly listDate?: string;
  /** Below the folder for imports: the file that names the columns of a data set. */
  readonly mappingPath?: string;
  /** `YYYY-MM` of the registry. */
  readonly month?: string;
  /** Part of the country, such as `uf=SP`. */
  readonly only?: string;
  /** Takes the data although the checks against the data in service fail. */
  readonly isForced?: boolean;
};

/** The steps of an import, in their order; each kind of source leaves some out. */
export const importPhases = ['download', 'check', 'load', 'index', 'compare', 'switch'] as const;

export type ImportProgress = {
  readonly phase: (typeof importPhases)[number];
  /** The file or the table that it is at. */
  readonly subject?: string;
  /** Bytes read or received. */
  readonly doneBytes?: number;
  readonly totalBytes?: number;
  readonly rows?: number;
};

export type ImportResult = {
  readonly generation?: number;
  /** Rows in service by this import. */
  readonly entries?: number;
  /** Refused rows by reason. */
  readonly refusedRows?: Readonly<Record<string, number>>;
  readonly dataDate?: string;
  /** Below the folder for imports: what a download brought. */
  readonly path?: string;
  readonly sizeBytes?: number;
};

export type SourceImport = {
  readonly id: string;
  readonly source: ImportableSource;
  readonly action: 'import' | 'download';
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
  /** Somebody stopped it, and its process has not put it down yet. */
  readonly isStopping: boolean;
  readonly options: ImportOptions;
  /** Id of the account or the client. */
  readonly startedBy: string;
  /** Id of the account or the client. */
  readonly stoppedBy: string | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** Runs that it had. */
  readonly tries: number;
  readonly progress: ImportProgress | undefined;
  readonly result: ImportResult | undefined;
  readonly failure: string | undefined;
  readonly failureDetail: string | undefined;
};

/** Every source that can be imported from a file. */
export const importableSources = [...listNames, 'data_sets', 'registry', 'tax_regimes'] as const;
export type ImportableSource = (typeof importableSources)[number];

/** True when the service knows where the source is published. */
export function isDownloadable(source: ImportableSource): boolean {
  if (source === 'registry') return true;
  return source !== 'tax_regimes' && source !== 'data_sets' && listAddresses[source] !== undefined;
}

/** True when an import reads a folder with several files, and no single one. */
export function readsFolder(source: ImportableSource): boolean {
  return source === 'registry' || source === 'tax_regimes';
}

/** Imports of one group use the same lock, so one of them runs at a time. */
export function lockGroupOf(source: ImportableSource, action: 'import' | 'download'): string {
  if (action === 'download') return `download ${source}`;
  return readsFolder(source) || source === 'data_sets' ? source : 'lists';
}

export type { ListName };
