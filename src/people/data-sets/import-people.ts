import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import { type Db, lockWork, type OpenDatabase, type Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { AppError } from '../../platform/errors.ts';
import { PeopleError } from '../errors.ts';
import type { CpfIndex } from '../keyed-indexes.ts';
import { toDay } from '../rows/clean-value.ts';
import { createRowLoad, type ReadRow, type RowLoadProgress } from '../rows/load-rows.ts';
import { openRowsFile, type RowsFile } from '../rows/open-rows-file.ts';
import { type Encoding, type Row, readCsv, readJsonLines } from '../rows/read-rows.ts';
import { createCsvMapper, type MappedRow, mapJsonRow, type PersonRow } from './map-person-row.ts';
import { type Mapping, parseMapping } from './mapping.ts';
import {
  finishImport,
  insertImport,
  isReady,
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
};

export type ImportPeopleOptions = {
  readonly path: string;
  readonly format: 'csv' | 'ndjson';
  /** Path of a mapping file. Without it columns are known by their usual names. */
  readonly mappingPath?: string | undefined;
  /** Day that the data are of, `YYYY-MM-DD`. */
  readonly dataDate?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Part of the transaction that puts the import in service. */
  readonly onInService?: ((tx: Tx, done: PersonImport) => Promise<void>) | undefined;
  readonly onProgress?: ((progress: PeopleImportProgress) => void) | undefined;
};

export type PeopleImportProgress = RowLoadProgress & {
  readonly readBytes: number;
  readonly totalBytes: number;
};

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
  const records: Record<string, number> = {};
  const count = (source: string) => {
    records[source] = (records[source] ?? 0) + 1;
  };
  const load = createRowLoad<PersonRow>(
    database,
    { importId: id },
    {
      seal(line, { cpf, basicData, addresses }) {
        if (basicData !== undefined) count('pfBasicData');
        if (addresses.length > 0) count('pfAddresses');
        const record = { basicData, addresses: addresses.length > 0 ? addresses : undefined };
        return sealPersonRecord(deps, id, line, cpf, record);
      },
      copy: (rows) => copyPersonRecords(database, rows),
    },
  );
  try {
    for await (const { rows, readBytes } of readPersonRows(file, options.format, mapping, deps)) {
      if (options.signal?.aborted) throw new PeopleError('people_import_interrupted');
      await load.take(rows, (done) =>
        options.onProgress?.({ ...done, readBytes, totalBytes: file.sizeBytes }),
      );
    }
    await load.end();
    const { goodRows, ...counts } = load.counts();
    if (goodRows === 0) throw new PeopleError('people_import_empty');
    await db.transaction().execute(async (tx) => {
      const isFinished = await finishImport(tx, id, { state: 'ready', now: clock.now(), ...counts, records });
      // Another import has cleared this one away: the lock can be lost with its connection.
      if (!isFinished) throw new PeopleError('people_import_interrupted');
      await keepReplacedRecords(tx, id);
      await options.onInService?.(tx, await findImport(tx, id));
    });
  } catch (error) {
    await load.settle();
    // The answer to the commit that made it ready can have been lost.
    if (!(await isReady(db, id))) {
      await deleteImportRecords(db, id);
      const failure = error instanceof AppError ? error.code : 'internal_error';
      const { rows, refusedRows } = load.counts();
      await finishImport(db, id, { state: 'failed', failure, now: clock.now(), rows, records, refusedRows });
      throw error;
    }
  }
  await removeSpentRecords(db, options.signal);
  return await findImport(db, id);
}

async function findImport(db: Db | Tx, id: number): Promise<PersonImport> {
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
    await finishImport(db, id, { state: 'failed', failure: 'people_import_interrupted', now: clock.now() });
  }
  await removeSpentRecords(db);
}

async function* readPersonRows(
  file: RowsFile,
  format: ImportPeopleOptions['format'],
  mapping: Mapping | undefined,
  { clock }: ImportPeopleDeps,
): AsyncGenerator<{ readonly rows: readonly ReadRow<PersonRow>[]; readonly readBytes: number }> {
  const today = toDay(clock.now());
  if (format === 'ndjson') {
    for await (const { rows, readBytes } of readJsonLines(file)) {
      yield { rows: rows.map((row) => mapRow(row, (value) => mapJsonRow(mapping, value, today))), readBytes };
    }
    return;
  }
  let mapper: ReturnType<typeof createCsvMapper>;
  const encoding = toEncoding(mapping?.encoding);
  for await (const { rows, readBytes } of readCsv(file, { encoding, delimiter: mapping?.delimiter })) {
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

function mapRow<T>(row: Row<T>, map: (value: T) => MappedRow): ReadRow<PersonRow> {
  if ('fault' in row) return row;
  const mapped = map(row.value);
  return 'fault' in mapped ? { line: row.line, ...mapped } : { line: row.line, value: mapped };
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
