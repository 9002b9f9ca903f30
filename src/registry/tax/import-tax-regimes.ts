import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { type CopyValue, type Db, lockWork, type OpenDatabase, type Tx } from '../../platform/db/index.ts';
import { parseCnpj } from '../../platform/documents.ts';
import { AppError } from '../../platform/errors.ts';
import { listZipMembers, type ZipMember } from '../../platform/open-zip.ts';
import { FileChangedError, readUnchanged } from '../../platform/read-unchanged.ts';
import { RegistryError } from '../errors.ts';
import {
  copyTaxRows,
  failTaxGeneration,
  insertTaxGeneration,
  listTaxGenerations,
  removeSpentTaxRows,
  restoreTaxGeneration,
  switchTaxGeneration,
  type TaxGeneration,
} from './tax-regimes-store.ts';

export type ImportTaxOptions = {
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
  /** Part of the transaction that puts the import in service. */
  readonly onInService?: ((tx: Tx, done: TaxGeneration) => Promise<void>) | undefined;
  readonly onProgress?: ((progress: { readonly file: string; readonly rows: number }) => void) | undefined;
};

const columns = ['ano', 'cnpj', 'cnpj_da_scp', 'forma_de_tributacao', 'quantidade_de_escrituracoes'];
const rowsAtATime = 5_000;
/** Share of the rows of all files that may be unreadable. */
const mostSkipped = 0.01;
const decoder = new TextDecoder('iso-8859-15');

type Deps = { readonly database: OpenDatabase; readonly clock: Clock };

/**
 * Imports the tables of tax regimes in a folder in the place of the import before, at once when all are read. That one
 * is kept for a rollback. Rows that cannot be read are counted and left out.
 *
 * Rejects with `tax_files_missing`, `tax_file_unreadable` (also when more than one row in a hundred cannot be read) and
 * `registry_import_running`, and `registry_import_interrupted` (the signal).
 */
export async function importTaxRegimes(
  { database, clock }: Deps,
  options: ImportTaxOptions,
): Promise<TaxGeneration> {
  const { db } = database;
  const files = await findTaxFiles(options.directory);
  await using lock = await lockWork(database, 'registry/import-tax');
  if (lock === undefined) throw new RegistryError('registry_import_running');
  await failUnfinished({ database, clock });
  const id = await insertTaxGeneration(db, clock.now());
  const counts = { rows: 0, skipped: 0, lastYear: 0 };
  try {
    for (const file of files) {
      for await (const rows of readRows(file, id, counts)) {
        if (options.signal?.aborted) throw new RegistryError('registry_import_interrupted');
        await copyTaxRows(database, rows);
        options.onProgress?.({ file: file.name, rows: counts.rows });
      }
    }
    if (counts.rows === 0 || counts.skipped > (counts.rows + counts.skipped) * mostSkipped) {
      const detail = `${counts.rows} rows were read, and ${counts.skipped} could not be.`;
      throw new RegistryError('tax_file_unreadable', { detail });
    }
    await db.transaction().execute(async (tx) => {
      const isSwitched = await switchTaxGeneration(tx, id, { now: clock.now(), ...counts });
      if (!isSwitched) throw new RegistryError('registry_import_interrupted');
      await options.onInService?.(tx, await findGeneration(tx, id));
    });
  } catch (error) {
    await failTaxGeneration(db, id, error instanceof AppError ? error.code : 'internal_error', clock.now());
    const ended = await clearUp(db, id);
    // The answer to the commit that put it in service can have been lost.
    if (ended.state === 'current') return ended;
    throw error;
  }
  return await clearUp(db, id);
}

/** Removes rows that an import has made useless; gives the generation as it ended. */
async function clearUp(db: Db, id: number): Promise<TaxGeneration> {
  await removeSpentTaxRows(db);
  return await findGeneration(db, id);
}

async function findGeneration(db: Db | Tx, id: number): Promise<TaxGeneration> {
  return (await listTaxGenerations(db)).find((one) => one.id === id)!;
}

/** Removes what imports that were cut short have left. Does nothing while another one runs. */
export async function removeUnfinishedTaxRegimes(deps: Deps): Promise<void> {
  await using lock = await lockWork(deps.database, 'registry/import-tax');
  if (lock === undefined) return;
  await failUnfinished(deps);
  await removeSpentTaxRows(deps.database.db);
}

async function failUnfinished({ database: { db }, clock }: Deps): Promise<void> {
  for (const { id, state } of await listTaxGenerations(db)) {
    if (state === 'loading') await failTaxGeneration(db, id, 'registry_import_interrupted', clock.now());
  }
}

/** Puts the import of tax regimes before the current one in service again. Rejects with `tax_rollback_impossible`. */
export async function rollBackTaxRegimes({ database }: Pick<Deps, 'database'>): Promise<TaxGeneration> {
  await using lock = await lockWork(database, 'registry/import-tax');
  if (lock === undefined) throw new RegistryError('registry_import_running');
  const { db } = database;
  const isRestored = await db.transaction().execute(restoreTaxGeneration);
  if (!isRestored) throw new RegistryError('tax_rollback_impossible');
  await removeSpentTaxRows(db);
  return (await listTaxGenerations(db)).find(({ state }) => state === 'current')!;
}

async function* readRows(
  file: TaxFile,
  generation: number,
  counts: { rows: number; skipped: number; lastYear: number },
): AsyncGenerator<readonly (readonly CopyValue[])[]> {
  let places: readonly number[] | undefined;
  let delimiter = ',';
  let batch: (readonly CopyValue[])[] = [];
  for await (const line of readLines(file)) {
    if (places === undefined) {
      delimiter = line.split(';').length > line.split(',').length ? ';' : ',';
      const header = splitLine(line.replace(/^ï»¿/, ''), delimiter).map((name) => name.toLowerCase());
      places = columns.map((name) => header.indexOf(name));
      if (places.slice(0, 4).some((place) => place < 0)) {
        throw new RegistryError('tax_file_unreadable', { detail: `${file.name} has another header.` });
      }
      continue;
    }
    const cells = splitLine(line, delimiter);
    const row = readRow(
      places.map((place) => cells[place] ?? ''),
      generation,
    );
    if (row === undefined) {
      counts.skipped += 1;
      continue;
    }
    counts.rows += 1;
    counts.lastYear = Math.max(counts.lastYear, row.year);
    batch.push(row.values);
    if (batch.length < rowsAtATime) continue;
    yield batch;
    batch = [];
  }
  if (places === undefined)
    throw new RegistryError('tax_file_unreadable', { detail: `${file.name} is empty.` });
  if (batch.length > 0) yield batch;
}

function readRow([year, number, scp, regime]: readonly string[], generation: number) {
  const cnpj = parseCnpj(toPlain(number!));
  if (cnpj === undefined || !/^(?:19|20)\d{2}$/.test(year!) || regime === '') return undefined;
  const partnership = toPlain(scp!).replace(/^0+$/, '');
  const values: readonly CopyValue[] = [
    { integer: generation },
    cnpj.slice(0, 8),
    cnpj,
    { integer: Number(year) },
    kindOf(regime!),
    regime!.slice(0, 100),
    partnership.slice(0, 14),
  ];
  return { year: Number(year), values };
}

function kindOf(regime: string): string {
  return /REAL|PRESUMIDO|ARBITRADO|IMUNE|ISENTA/.exec(regime.toUpperCase())?.[0]?.toLowerCase() ?? 'other';
}

function toPlain(number: string): string {
  return number.replaceAll(/[./\s-]/g, '').toUpperCase();
}

function splitLine(line: string, delimiter: string): readonly string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

const longestLine = 4_096;

/** The lines of a file, ended by LF or CRLF; an endless one is refused. */
async function* readLines(file: TaxFile): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of file.read()) {
      const lines = (rest + decoder.decode(chunk)).split('\n');
      rest = lines.pop()!;
      if (rest.length > longestLine) throw new RangeError('a line is too long');
      for (const line of lines) if (line.trim() !== '') yield line;
    }
  } catch (cause) {
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('tax_file_unreadable', {
      cause,
      detail: cause instanceof FileChangedError ? cause.message : `${file.name} cannot be read completely.`,
    });
  }
  if (rest.trim() !== '') yield rest;
}

/** A table of tax regimes, in a zip or by itself. */
type TaxFile = Pick<ZipMember, 'name' | 'read'>;

/** Names as the files are published: `Lucro Presumido 1.zip`, `Imunes e isentas.zip`. */
const publishedName = /^(?:imunes e isentas|lucro (?:arbitrado|presumido|real))[ \d]*\.(?:zip|csv)$/i;

/**
 * The published tables of tax regimes in a folder, in the order of their names; a zip may hold one for each year.
 * Rejects with `tax_files_missing` and `tax_file_unreadable`.
 */
async function findTaxFiles(directory: string): Promise<readonly TaxFile[]> {
  const names = await readdir(directory).catch((cause: unknown) => {
    throw new RegistryError('tax_files_missing', { cause });
  });
  const found = names.filter((name) => publishedName.test(name.normalize('NFC'))).sort();
  if (found.length === 0) throw new RegistryError('tax_files_missing');
  const files = await Promise.all(found.map((name) => openTables(directory, name)));
  return files.flat();
}

async function openTables(directory: string, name: string): Promise<readonly TaxFile[]> {
  const path = join(directory, name);
  if (extname(name).toLowerCase() !== '.zip') return [{ name, read: () => readUnchanged(path) }];
  try {
    const tables = (await listZipMembers(path)).filter((member) => /\.csv$/i.test(member.name));
    if (tables.length === 0) throw new RangeError('no table');
    return tables.map((member) => ({ ...member, name: `${name}/${member.name}` }));
  } catch (cause) {
    throw new RegistryError('tax_file_unreadable', {
      cause,
      detail: `${name} is not a zip file with tables.`,
    });
  }
}
