import { basename } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { type Db, lockWork, type OpenDatabase, type Tx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { PeopleImportProgress } from '../data-sets/import-people.ts';
import { PeopleError } from '../errors.ts';
import { type ListEntry, type ListName, type ListReader, worldListNames } from '../list-entry.ts';
import { dayOf, toDay } from '../rows/clean-value.ts';
import { createRowLoad } from '../rows/load-rows.ts';
import { openRowsFile, openRowsFiles, type RowsFile } from '../rows/open-rows-file.ts';
import { createWorldListReader } from '../world-lists/create-world-list-reader.ts';
import { analyseListEntries, copyListEntries, type ListKeys, sealListEntry } from './list-entries-store.ts';
import {
  finishListGeneration,
  insertListGeneration,
  type ListGeneration,
  listListGenerations,
} from './list-generations-store.ts';
import { hasSeveralTables, listLayouts } from './list-layouts.ts';
import { putListInService, removeSpentEntries } from './put-list-in-service.ts';
import { createTableReader } from './read-table.ts';

const dayMs = 86_400_000;

export type ImportListDeps = ListKeys & { readonly database: OpenDatabase; readonly clock: Clock };

export type ImportListOptions = {
  readonly list: ListName;
  readonly path: string;
  /** Day that the list is of, instead of what the file or its name says. */
  readonly listDate?: string | undefined;
  /** Takes the list however much it has shrunk, and an older one than the list in service. */
  readonly isForced?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Part of the transaction that puts the import in service. */
  readonly onInService?: ((tx: Tx, done: ListGeneration) => Promise<void>) | undefined;
  readonly onProgress?: ((progress: PeopleImportProgress) => void) | undefined;
};

/**
 * Imports a published list. The new list replaces the previous one after its last row; until then, and after a
 * failure, the previous list stays in service. It is kept for a rollback. Editions of one list, such as elections,
 * exist side by side. Rows without a subject, and rows of another list, are kept with line and reason.
 *
 * Rejects with `people_file_unreadable`, `list_layout_unknown`, `list_incomplete`, `list_shrunk`, `list_older`,
 * `list_date_future`, `people_import_running`, `people_import_empty` and `people_import_interrupted`.
 */
export async function importList(deps: ImportListDeps, options: ImportListOptions): Promise<ListGeneration> {
  const { database, clock } = deps;
  const { db } = database;
  const { list } = options;
  // A day of leeway for lists of other time zones. A list of a later day would not count as old until then.
  const tomorrow = toDay(new Date(clock.now().getTime() + dayMs));
  if (options.listDate !== undefined && options.listDate > tomorrow) {
    throw new PeopleError('list_date_future', { detail: `The given day is ${options.listDate}.` });
  }
  const files = hasSeveralTables(list)
    ? await openRowsFiles(options.path)
    : [await openRowsFile(options.path)];
  const [file] = files as [RowsFile, ...RowsFile[]];
  await using lock = await lockWork(database, 'people/import-list');
  if (lock === undefined) throw new PeopleError('people_import_running');
  await removeLeftovers(deps);

  const generation = await insertListGeneration(db, { list, now: clock.now() });
  const load = createRowLoad<ListEntry>(
    database,
    { generation },
    {
      seal: (line, entry) => sealListEntry(deps, generation, line, entry),
      copy: (rows) => copyListEntries(database, rows),
    },
  );
  const reader = createListReader(list, toDay(clock.now()));
  try {
    const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let bytesBefore = 0;
    for (const each of files) {
      load.beginTable();
      for await (const { entries, readBytes: ofTable } of reader.read(each)) {
        if (options.signal?.aborted) throw new PeopleError('people_import_interrupted');
        const readBytes = bytesBefore + ofTable;
        await load.take(entries, (done) => options.onProgress?.({ ...done, readBytes, totalBytes }));
      }
      bytesBefore += each.sizeBytes;
    }
    await load.end();
    const { goodRows: entries, refusedRows } = load.counts();
    if (entries === 0) throw reader.explainEmpty?.() ?? new PeopleError('people_import_empty');
    const facts = reader.facts();
    const { edition: told = '' } = facts;
    const edition = list === 'tse' ? nameElection(told, file.name) : told;
    const listDate =
      options.listDate ??
      facts.listDate ??
      readDateOfName(file.name, tomorrow) ??
      readDateOfName(basename(options.path), tomorrow) ??
      readQuarterOfPath(options.path);
    const values = { now: clock.now(), listDate, entries, refusedRows };
    const finished = { list, generation, edition, values, isForced: options.isForced === true };
    // Before the first lookup: without figures of the new rows the database reads all of them each time.
    await analyseListEntries(db);
    await db.transaction().execute(async (tx) => {
      await putListInService(tx, finished);
      await options.onInService?.(tx, await findGeneration(tx, generation));
    });
  } catch (error) {
    await load.settle();
    const failure = error instanceof AppError ? error.code : 'internal_error';
    const { goodRows: entries, refusedRows } = load.counts();
    const values = { state: 'failed', failure, now: clock.now(), entries, refusedRows } as const;
    await finishListGeneration(db, generation, values);
    const ended = await clearUp(db, generation);
    // The answer to the commit that put it in service can have been lost.
    if (ended.state === 'current') return ended;
    throw error;
  }
  return await clearUp(db, generation);
}

/** Removes entries that an import has made useless; gives the generation as it ended. */
async function clearUp(db: Db, id: number): Promise<ListGeneration> {
  await removeSpentEntries(db);
  return await findGeneration(db, id);
}

async function findGeneration(db: Db | Tx, id: number): Promise<ListGeneration> {
  return (await listListGenerations(db)).find((one) => one.id === id)!;
}

/** Removes what imports that were cut short have left. Does nothing while another one runs. */
export async function removeUnfinishedLists(deps: Pick<ImportListDeps, 'database' | 'clock'>): Promise<void> {
  await using lock = await lockWork(deps.database, 'people/import-list');
  if (lock !== undefined) await removeLeftovers(deps);
}

async function removeLeftovers({
  database,
  clock,
}: Pick<ImportListDeps, 'database' | 'clock'>): Promise<void> {
  const { db } = database;
  for (const { id } of await listListGenerations(db, { state: 'loading' })) {
    const values = { state: 'failed', failure: 'people_import_interrupted', now: clock.now() } as const;
    await finishListGeneration(db, id, values);
  }
  await removeSpentEntries(db);
}

/** A file of one state, by its published name, is an edition of its own within the year. */
function nameElection(year: string, fileName: string): string {
  const state = year === '' ? undefined : /_([A-Z]{2})\.(?:csv|txt)$/i.exec(fileName)?.[1];
  return state === undefined ? year : `${year}/${state.toUpperCase()}`;
}

/** `20260401_CEIS.csv`, `202604_PEP.csv`: the day, or the last of the month. Throws `list_date_future`. */
function readDateOfName(fileName: string, tomorrow: string): string | undefined {
  const [, year, month, day] =
    /(?:^|[^0-9])(20\d{2})(0[1-9]|1[0-2])(\d{2})?(?:[^0-9]|$)/.exec(fileName) ?? [];
  if (year === undefined) return undefined;
  if (`${year}-${month}-${day ?? '01'}` > tomorrow) {
    throw new PeopleError('list_date_future', { detail: `The day in the name ${fileName} has not come.` });
  }
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return dayOf(`${year}-${month}-${day ?? last}`, 'YYYY-MM-DD');
}

/** `2026_trimestre_02`, the folder that a quarter is published in: its last day. */
function readQuarterOfPath(path: string): string | undefined {
  const [, year, quarter] = /(20\d{2})_trimestre_0([1-4])/.exec(path) ?? [];
  if (year === undefined) return undefined;
  return new Date(Date.UTC(Number(year), Number(quarter) * 3, 0)).toISOString().slice(0, 10);
}

/** A reader of one file of a list, in the layout that the list is published in. */
function createListReader(list: ListName, today: string): ListReader {
  const world = worldListNames.find((name) => name === list);
  if (world !== undefined) return createWorldListReader(world);
  return createTableReader(listLayouts[list as keyof typeof listLayouts], today);
}
