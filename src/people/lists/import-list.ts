import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { type CopyValue, lockWork, type OpenDatabase } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { PeopleImportProgress } from '../data-sets/import-people.ts';
import { PeopleError } from '../errors.ts';
import { cleanDate } from '../rows/clean-value.ts';
import { matchHeader } from '../rows/match-header.ts';
import { openRowsFile } from '../rows/open-rows-file.ts';
import { Quarantine } from '../rows/quarantine.ts';
import { type Row, readCsv } from '../rows/read-rows.ts';
import { copyListEntries, deleteListEntries, type ListKeys, sealListEntry } from './list-entries-store.ts';
import type { ListName } from './list-entry.ts';
import {
  finishListGeneration,
  insertListGeneration,
  type ListGeneration,
  listListGenerations,
  replaceListGenerations,
} from './list-generations-store.ts';
import { type ListLayout, type ListRow, listLayouts } from './list-layouts.ts';

export type ImportListDeps = ListKeys & {
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly maxRowBytes: number;
  /** Bad rows that are kept to be looked at; all are counted. */
  readonly maxQuarantined: number;
};

export type ImportListOptions = {
  readonly list: ListName;
  readonly path: string;
  /** Day that the list is of, instead of what the file or its name says. */
  readonly listDate?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PeopleImportProgress) => void) | undefined;
};

const rowsAtATime = 250;

/**
 * Imports a public list as it is published, and puts it in the place of the one before at once when all of it is
 * read; matching goes on with the old one until then, and after a failure. Editions of one list, such as elections,
 * stand side by side. Rows that name nobody are put aside with line and reason.
 *
 * Rejects with `people_file_unreadable`, `list_layout_unknown`, `people_import_running`, `people_import_empty` and
 * `people_import_interrupted`.
 */
export async function importList(deps: ImportListDeps, options: ImportListOptions): Promise<ListGeneration> {
  const { database, clock } = deps;
  const { db } = database;
  const { list } = options;
  const file = await openRowsFile(options.path);
  await using lock = await lockWork(database, 'people/import-list');
  if (lock === undefined) throw new PeopleError('people_import_running');
  await removeLeftovers(deps);

  const generation = await insertListGeneration(db, { list, now: clock.now() });
  const work = createListWork(deps, listLayouts[list], generation);
  let replaced: readonly number[] = [];
  try {
    const rows = readCsv(file, { maxRowBytes: deps.maxRowBytes, isMixedEncodingFine: true });
    for await (const part of rows) {
      if (options.signal?.aborted) throw new PeopleError('people_import_interrupted');
      await work.take(part.rows, (read, quarantined) =>
        options.onProgress?.({
          rows: read,
          quarantined,
          readBytes: part.readBytes,
          totalBytes: file.sizeBytes,
        }),
      );
    }
    const done = await work.end();
    if (done.entries === 0) throw new PeopleError('people_import_empty');
    const edition = nameEdition(done.edition, file.name);
    const listDate =
      options.listDate ??
      done.listDate ??
      readDateOfName(file.name) ??
      readDateOfName(basename(options.path));
    replaced = await db.transaction().execute(async (tx) => {
      const editions = await findCoveredEditions(tx, list, edition);
      const before = await replaceListGenerations(tx, list, editions);
      const { entries, quarantined } = done;
      const values = { state: 'current', now: clock.now(), edition, listDate, entries, quarantined } as const;
      await finishListGeneration(tx, generation, values);
      return before;
    });
  } catch (error) {
    await work.quarantine.save().catch(() => {});
    await deleteListEntries(db, generation);
    const failure = error instanceof AppError ? error.code : 'internal_error';
    const { entries, quarantined } = work.counts();
    const values = { state: 'failed', failure, now: clock.now(), entries, quarantined } as const;
    await finishListGeneration(db, generation, values);
    throw error;
  }
  for (const id of replaced) await deleteListEntries(db, id);
  return (await listListGenerations(db)).find((one) => one.id === generation)!;
}

async function removeLeftovers({ database, clock }: ImportListDeps): Promise<void> {
  const { db } = database;
  for (const { id } of await listListGenerations(db, { state: 'loading' })) {
    await deleteListEntries(db, id);
    const values = { state: 'failed', failure: 'people_import_interrupted', now: clock.now() } as const;
    await finishListGeneration(db, id, values);
  }
}

/** A year's file of the whole country takes the place of its states' files, too. */
async function findCoveredEditions(
  tx: Parameters<typeof replaceListGenerations>[0],
  list: ListName,
  edition: string,
): Promise<readonly string[]> {
  const current = (await listListGenerations(tx, { state: 'current' })).filter((one) => one.list === list);
  const covered = current.map((one) => one.edition).filter((one) => one.startsWith(`${edition}/`));
  return [edition, ...(edition === '' ? [] : covered)];
}

/** A file of one state, by its published name, is an edition of its own within the year. */
function nameEdition(year: string, fileName: string): string {
  const state = year === '' ? undefined : /_([A-Z]{2})\.(?:csv|txt)$/i.exec(fileName)?.[1];
  return state === undefined ? year : `${year}/${state.toUpperCase()}`;
}

/** `20260401_CEIS.csv`, `202604_PEP.csv`: the day, or the last of the month. */
function readDateOfName(fileName: string): string | undefined {
  const [, year, month, day] =
    /(?:^|[^0-9])(20\d{2})(0[1-9]|1[0-2])(\d{2})?(?:[^0-9]|$)/.exec(fileName) ?? [];
  if (year === undefined) return undefined;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const cleaned = cleanDate(`${year}-${month}-${day ?? last}`, 'YYYY-MM-DD');
  return 'value' in cleaned ? cleaned.value : undefined;
}

function createListWork(deps: ImportListDeps, layout: ListLayout, generation: number) {
  const { database } = deps;
  let places: Readonly<Partial<Record<string, number>>> | undefined;
  let rows = 0;
  let entries = 0;
  let edition: string | undefined;
  let listDate: string | undefined;
  const quarantine = new Quarantine(database.db, { generation }, deps.maxQuarantined);

  return {
    async take(part: readonly Row<readonly string[]>[], report: (rows: number, bad: number) => void) {
      let following = part;
      if (places === undefined && part.length > 0) {
        places = readHeader(part[0]!);
        following = part.slice(1);
      }
      for (let at = 0; at < following.length; at += rowsAtATime) {
        const sealed: (readonly CopyValue[])[] = [];
        for (const row of following.slice(at, at + rowsAtATime)) {
          rows += 1;
          const values = readRow(row);
          if (values !== undefined) sealed.push(values);
        }
        await copyListEntries(database, sealed);
        await quarantine.save(rowsAtATime);
        report(rows, rows - entries);
        await nextTurn();
      }
    },
    async end() {
      await quarantine.save();
      return { ...counts(), edition: edition ?? '', listDate };
    },
    counts,
    quarantine,
  };

  function readHeader(header: Row<readonly string[]>) {
    const found = 'value' in header ? matchHeader(header.value, layout.columns) : {};
    const missing = layout.required.filter((column) => found[column] === undefined);
    if (missing.length > 0) {
      const names = missing.map((column) => layout.columns[column]![0]).join(', ');
      throw new PeopleError('list_layout_unknown', { detail: `These columns are missing: ${names}.` });
    }
    return found;
  }

  function readRow(row: Row<readonly string[]>): readonly CopyValue[] | undefined {
    if ('fault' in row) {
      quarantine.putAside({ line: row.line, reason: row.fault, field: undefined });
      return undefined;
    }
    const read: ListRow = (column) => {
      const place = places![column];
      return place === undefined ? undefined : row.value[place];
    };
    const entry = layout.read(read);
    if ('fault' in entry) {
      quarantine.putAside({ line: row.line, reason: entry.fault, field: entry.field });
      return undefined;
    }
    edition ??= layout.edition?.(read) ?? '';
    if (listDate === undefined && layout.dateColumn !== undefined) {
      const cleaned = cleanDate(read(layout.dateColumn) ?? '');
      if ('value' in cleaned) listDate = cleaned.value;
    }
    entries += 1;
    return sealListEntry(deps, generation, row.line, entry);
  }

  function counts() {
    return { entries, quarantined: quarantine.counts };
  }
}
