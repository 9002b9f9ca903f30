import { readFile, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { type CopyValue, lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { AppError } from '../../platform/errors.ts';
import { PeopleError } from '../errors.ts';
import type { CpfIndex } from '../keyed-indexes.ts';
import { openRowsFile, type RowsFile } from '../rows/open-rows-file.ts';
import { type Encoding, type Row, readCsv, readJsonLines } from '../rows/read-rows.ts';
import { RefusedRows } from '../rows/refused-rows-store.ts';
import { toDay } from '../to-day.ts';
import { createCsvMapper, type MappedRow, mapJsonRow, type PersonRow } from './map-person-row.ts';
import { type Mapping, parseMapping } from './mapping.ts';
import {
  finishImport,
  insertImport,
  keepReplacedRecords,
  listImports,
  listUnfinishedImports,
  type PersonImport,
} from './person-imports-store.ts';
import { copyPersonRecords, deleteImportRecords, sealPersonRecord } from './person-records-store.ts';
import { removeSpentRecords } from './roll-back-people.ts';

export type ImportPeopleDeps = {
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly clock: Clock;
  readonly maxRowBytes: number;
  /** Bad rows of one import that are kept to be looked at; all are counted. */
  readonly maxRefusedRows: number;
};

export type ImportPeopleOptions = {
  readonly path: string;
  readonly format: 'csv' | 'ndjson';
  /** Path of a mapping file. Without it columns are known by their usual names. */
  readonly mappingPath?: string | undefined;
  /** Day that the data are of, `YYYY-MM-DD`. */
  readonly dataDate?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PeopleImportProgress) => void) | undefined;
};

export type PeopleImportProgress = {
  readonly rows: number;
  readonly refusedRows: number;
  readonly readBytes: number;
  readonly totalBytes: number;
};

/** Rows sealed and written at a time: few enough that a server that does it goes on answering. */
const rowsAtATime = 250;

/**
 * Imports a data set. It replaces the earlier data of its CPFs; other CPFs keep their data. The import takes effect
 * when it has ended; an interrupted import has no effect. A repeated import gives the same records. Refused rows are
 * kept with line and reason. What the import replaced stays until the next one, or for a week, so that
 * `rollBackPeople` can take the import back.
 *
 * Rejects with `people_file_unreadable`, `people_mapping_invalid`, `people_import_running`, `people_import_empty` and
 * `people_import_interrupted`.
 */
export async function importPeople(
  deps: ImportPeopleDeps,
  options: ImportPeopleOptions,
): Promise<PersonImport> {
  const { database, clock } = deps;
  const { db } = database;
  const mapping = await readMapping(options.mappingPath);
  const file = await openRowsFile(options.path);
  await using lock = await lockWork(database, 'people/import');
  if (lock === undefined) throw new PeopleError('people_import_running');
  await removeLeftovers(deps);

  const id = await insertImport(db, { format: options.format, dataDate: options.dataDate, now: clock.now() });
  const work = createImportWork(deps, id, (rows, refusedRows, readBytes) =>
    options.onProgress?.({ rows, refusedRows, readBytes, totalBytes: file.sizeBytes }),
  );
  try {
    for await (const part of readPersonRows(file, options.format, mapping, deps)) {
      if (options.signal?.aborted) throw new PeopleError('people_import_interrupted');
      await work.take(part.rows, part.readBytes);
    }
    const done = await work.end();
    if (done.goodRows === 0) throw new PeopleError('people_import_empty');
    await db.transaction().execute(async (tx) => {
      await finishImport(tx, id, { state: 'ready', now: clock.now(), ...done });
      await keepReplacedRecords(tx, id);
    });
  } catch (error) {
    await work.refused.save().catch(() => {});
    await deleteImportRecords(db, id);
    const failure = error instanceof AppError ? error.code : 'internal_error';
    await finishImport(db, id, { state: 'failed', failure, now: clock.now(), ...work.counts() });
    throw error;
  }
  await removeSpentRecords(db);
  return (await listImports(db)).find((one) => one.id === id)!;
}

const maxMappingBytes = 1_000_000;

/** Removes what imports of people that were stopped or killed left behind, unless one runs. */
export async function removeUnfinishedPeople(
  deps: Pick<ImportPeopleDeps, 'database' | 'clock'>,
): Promise<void> {
  await using lock = await lockWork(deps.database, 'people/import');
  if (lock !== undefined) await removeLeftovers(deps);
}

async function removeLeftovers({
  database: { db },
  clock,
}: Pick<ImportPeopleDeps, 'database' | 'clock'>): Promise<void> {
  for (const id of await listUnfinishedImports(db)) {
    await deleteImportRecords(db, id);
    await finishImport(db, id, { state: 'failed', failure: 'people_import_interrupted', now: clock.now() });
  }
}

type NumberedRow = { readonly line: number; readonly mapped: MappedRow };

async function* readPersonRows(
  file: RowsFile,
  format: ImportPeopleOptions['format'],
  mapping: Mapping | undefined,
  { maxRowBytes, clock }: ImportPeopleDeps,
): AsyncGenerator<{ readonly rows: readonly NumberedRow[]; readonly readBytes: number }> {
  const today = toDay(clock.now());
  if (format === 'ndjson') {
    for await (const { rows, readBytes } of readJsonLines(file, { maxRowBytes })) {
      yield { rows: rows.map((row) => mapRow(row, (value) => mapJsonRow(mapping, value, today))), readBytes };
    }
    return;
  }
  let mapper: ReturnType<typeof createCsvMapper>;
  const encoding = toEncoding(mapping?.encoding);
  for await (const { rows, readBytes } of readCsv(file, {
    maxRowBytes,
    encoding,
    delimiter: mapping?.delimiter,
  })) {
    let following = rows;
    if (mapper === undefined && rows.length > 0) {
      const header = rows[0]!;
      mapper = 'value' in header ? createCsvMapper(mapping, header.value, today) : undefined;
      // What the first row holds is not told: without a header it is somebody's data.
      if (mapper === undefined) {
        throw new PeopleError('people_mapping_invalid', { detail: 'The first row has no column for cpf.' });
      }
      following = rows.slice(1);
    }
    yield { rows: following.map((row) => mapRow(row, mapper!)), readBytes };
  }
  if (mapper === undefined) throw new PeopleError('people_import_empty');
}

function mapRow<T>(row: Row<T>, map: (value: T) => MappedRow): NumberedRow {
  return { line: row.line, mapped: 'fault' in row ? { fault: row.fault } : map(row.value) };
}

function createImportWork(
  deps: ImportPeopleDeps,
  importId: number,
  report: (rows: number, refusedRows: number, readBytes: number) => void,
) {
  const { database } = deps;
  let rows = 0;
  let goodRows = 0;
  const records: Record<string, number> = {};
  const refused = new RefusedRows(database.db, { importId }, deps.maxRefusedRows);

  return {
    async take(numbered: readonly NumberedRow[], readBytes: number): Promise<void> {
      for (let at = 0; at < numbered.length; at += rowsAtATime) {
        const sealed: (readonly CopyValue[])[] = [];
        for (const { line, mapped } of numbered.slice(at, at + rowsAtATime)) {
          rows += 1;
          if (!('fault' in mapped)) sealed.push(sealRow(line, mapped));
          else refused.putAside({ line, reason: mapped.fault, field: mapped.field });
        }
        await copyPersonRecords(database, sealed);
        await refused.save(rowsAtATime);
        report(rows, rows - goodRows, readBytes);
        await nextTurn();
      }
    },
    async end() {
      await refused.save();
      return { goodRows, ...counts() };
    },
    counts,
    refused,
  };

  function sealRow(line: number, { cpf, basicData, addresses }: PersonRow): readonly CopyValue[] {
    goodRows += 1;
    if (basicData !== undefined) count('pfBasicData');
    if (addresses.length > 0) count('pfAddresses');
    const record = { basicData, addresses: addresses.length > 0 ? addresses : undefined };
    return sealPersonRecord(deps, importId, line, cpf, record);
  }

  function count(source: string): void {
    records[source] = (records[source] ?? 0) + 1;
  }

  function counts() {
    return { rows, records, refusedRows: refused.counts };
  }
}

async function readMapping(path: string | undefined): Promise<Mapping | undefined> {
  if (path === undefined) return undefined;
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > maxMappingBytes) {
    throw new PeopleError('people_mapping_invalid', { detail: 'The mapping file is larger than 1 MB.' });
  }
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new PeopleError('people_mapping_invalid', { detail: 'The mapping file cannot be read.', cause });
  });
  return parseMapping(text);
}

function toEncoding(name: Mapping['encoding']): Encoding | undefined {
  return name === 'latin1' ? 'windows-1252' : name;
}
