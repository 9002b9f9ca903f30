import Type, { type Static } from 'typebox';
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
import { type ImportFolder, longestImportPath } from './import-folder.ts';

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

/** The choices of an import beside the file. */
export const importChoices = {
  listDate: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Day of a data set, or of a list where neither file nor name says it.',
    }),
  ),
  mappingPath: Type.Optional(
    Type.String({
      maxLength: longestImportPath,
      description: 'Of a data set: path below IMPORT_DIR of the JSON file that names its columns.',
    }),
  ),
  month: Type.Optional(
    Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'Month of the registry.' }),
  ),
  only: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the registry, such as `uf=SP,RJ`.' }),
  ),
  isForced: Type.Optional(
    Type.Boolean({ description: 'Takes the data although checks against those in service fail.' }),
  ),
};

/** With a path below the folder for imports; absent for a download. */
export type ImportOptions = Readonly<Static<Type.TObject<typeof importChoices>>> & { readonly path?: string };

/** The steps of an import, in their order; each kind of source leaves some out. */
const importPhases = ['download', 'check', 'load', 'index', 'compare', 'switch'] as const;

export const ImportProgressSchema = Type.Object({
  phase: Type.Enum(importPhases),
  subject: Type.Optional(Type.String({ description: 'The file or table that it is at.' })),
  doneBytes: Type.Optional(Type.Integer()),
  totalBytes: Type.Optional(Type.Integer()),
  rows: Type.Optional(Type.Integer()),
});

export type ImportProgress = Readonly<Static<typeof ImportProgressSchema>>;

/** `entries`: rows in service by the import. `path`: below the folder for imports. */
export const ImportResultSchema = Type.Object({
  generation: Type.Optional(Type.Integer()),
  entries: Type.Optional(Type.Integer()),
  refusedRows: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), { description: 'Refused rows by reason.' }),
  ),
  dataDate: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: 'What a download brought.' })),
  sizeBytes: Type.Optional(Type.Integer()),
});

export type ImportResult = Readonly<Static<typeof ImportResultSchema>>;

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
