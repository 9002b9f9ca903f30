import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/db/index.ts';
import { AppError } from '../platform/errors.ts';
import { createRowReader, type QuarantineReason } from './create-row-reader.ts';
import { RegistryError } from './errors.ts';
import { findRegistryFiles, type RegistryFile } from './find-registry-files.ts';
import { dropGenerationTables, fillTable, registryTables } from './generation-tables-store.ts';
import {
  compareGenerations,
  findCurrent,
  finishGeneration,
  type Generation,
  insertGeneration,
  insertQuarantine,
  listGenerations,
} from './generations-store.ts';
import { createRowJudges, type RegistrySelection } from './judge-rows.ts';
import { loadCodes, writeCodes } from './load-codes.ts';
import { lockImport } from './lock-import.ts';
import { checkDiskSpace, checkLayouts, findDataMonth } from './preflight.ts';
import type { RegistryTable } from './receita-layout.ts';
import { switchGeneration } from './records-store.ts';
import { type CheckLimits, defaultCheckLimits, verifyGeneration } from './verify-generation.ts';

export type ImportProgress = {
  readonly phase: 'check' | 'load' | 'index' | 'compare' | 'switch';
  /** The file being read, or the table being indexed. */
  readonly subject: string;
  readonly file?: { readonly storedBytes: number; readonly totalBytes: number };
  /** Of the whole import. */
  readonly rows: number;
  readonly contentBytes: number;
  readonly storedBytes: number;
  readonly totalStoredBytes: number;
};

export type ImportRegistryOptions = {
  readonly directory: string;
  readonly selection?: RegistrySelection | undefined;
  /** `YYYY-MM`, instead of what the names of the files say. */
  readonly dataMonth?: string | undefined;
  readonly limits?: Partial<CheckLimits> | undefined;
  /** Puts the generation into service although checks failed. */
  readonly ignoreChecks?: boolean | undefined;
  /** A folder on the file system of the database, to be checked for room. */
  readonly databaseFolder?: string | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Deps = { readonly database: OpenDatabase; readonly clock: Clock };

/** Rows put aside that are kept to be looked at, for each file. */
const quarantineLimit = 1000;
/** Pieces handed to the embedded database, which others wait for, and to PostgreSQL. */
const pieceBytes = { embedded: 1 << 19, postgres: 1 << 18 };

/**
 * Imports a month as a new generation and puts it into service when its checks pass; the generation before stays
 * for `rollbackRegistry`. Lookups go on meanwhile. What an interrupted import left is removed first; any failure,
 * a kill among them, leaves the generation in service as it is.
 *
 * Rejects with `registry_files_missing`, `registry_layout_changed`, `registry_months_differ`,
 * `registry_archive_broken`, `registry_disk_full`, `registry_import_running`, `registry_import_interrupted` (the
 * signal), and `registry_checks_failed`, which names the checks.
 *
 * @example
 * const generation = await importRegistry({ database, clock: systemClock }, { directory: '/data/2026-04' });
 * console.log(generation.rowCounts?.establishments);
 */
export async function importRegistry(deps: Deps, options: ImportRegistryOptions): Promise<Generation> {
  const { database, clock } = deps;
  const { db } = database;
  await using _lock = await lockImport(database);
  await removeLeftovers(deps);

  const progress = createProgress(options.onProgress);
  progress.report('check', options.directory);
  const files = await findRegistryFiles(options.directory);
  progress.setTotal(files);
  const dataMonth = findDataMonth(files, options.directory, clock.now(), options.dataMonth);
  await checkLayouts(files);
  if (options.databaseFolder !== undefined) await checkDiskSpace(files, options.databaseFolder);

  const selection = options.selection;
  const id = await insertGeneration(db, { dataMonth, selection, now: clock.now() });
  try {
    const loaded = await loadTables(deps, id, files, options, progress);
    const [current, generations] = [await findCurrent(db), await listGenerations(db)];
    const previous = generations.find((one) => one.id === current?.generation);
    const isComparable = JSON.stringify(previous?.selection) === JSON.stringify(selection);
    const checks = verifyGeneration({
      ...loaded,
      limits: { ...defaultCheckLimits, ...options.limits },
      previousCounts: isComparable ? previous?.rowCounts : undefined,
    });
    const { rowCounts, quarantineCounts } = loaded;
    const failed = checks.filter(({ passed }) => !passed);
    if (failed.length > 0 && options.ignoreChecks !== true) {
      await finishGeneration(db, id, {
        state: 'failed',
        now: clock.now(),
        rowCounts,
        quarantineCounts,
        checks,
      });
      throw new RegistryError('registry_checks_failed', {
        detail: failed
          .map(({ name, value, limit, detail }) => `${name} is ${value}, limit ${limit} (${detail ?? ''})`)
          .join('; '),
      });
    }
    progress.report('compare', dataMonth);
    const changes =
      previous === undefined || !isComparable
        ? undefined
        : { since: previous.id, ...(await compareGenerations(db, previous.id, id)) };
    progress.report('switch', dataMonth);
    await db.transaction().execute(async (tx) => {
      const now = clock.now();
      await finishGeneration(tx, id, { state: 'ready', now, rowCounts, quarantineCounts, checks, changes });
      await switchGeneration(tx, { generation: id, dataMonth, now });
    });
  } catch (error) {
    await abandon(deps, id, error);
    throw error;
  }
  return (await listGenerations(db)).find((one) => one.id === id)!;
}

async function loadTables(
  { database }: Deps,
  generation: number,
  files: readonly RegistryFile[],
  options: ImportRegistryOptions,
  progress: Progress,
) {
  const { db } = database;
  const judges = createRowJudges(options.selection ?? {});
  const rowCounts = { codes: 0, establishments: 0, companies: 0, simples: 0, partners: 0 };
  const quarantineCounts: Partial<Record<QuarantineReason, number>> = {};
  let replacedRows = 0;
  type Aside = Parameters<typeof insertQuarantine>[1][number];
  let aside: Aside[] = [];
  const perFile = new Map<string, number>();
  const putAside = (file: RegistryFile, row: { line: number; reason: QuarantineReason; raw: Buffer }) => {
    quarantineCounts[row.reason] = (quarantineCounts[row.reason] ?? 0) + 1;
    const count = (perFile.get(file.name) ?? 0) + 1;
    perFile.set(file.name, count);
    if (count <= quarantineLimit) aside.push({ generation, file: file.name, ...row });
  };
  const filesOf = (table: RegistryTable) => files.filter(({ layout }) => layout.table === table);

  const codes = await loadCodes(filesOf('codes'), options.directory, putAside);
  rowCounts.codes = codes.size;
  await fillTable(database, generation, 'codes', (target) => target.write(writeCodes(codes)));

  for (const table of registryTables) {
    if (table === 'codes') continue;
    const onIndex = () => progress.report('index', table);
    await fillTable(
      database,
      generation,
      table,
      async (target) => {
        for (const file of filesOf(table)) {
          const pieces: Buffer[] = [];
          const reader = createRowReader({
            columnCount: file.layout.columns.length,
            pieceBytes: pieceBytes[database.kind],
            judge: judges.judgeFor(file.layout),
            emit: (rows) => void pieces.push(rows),
            quarantine: (row) => putAside(file, row),
          });
          const rowsBefore = rowCounts[table];
          const hand = async () => {
            rowCounts[table] = rowsBefore + reader.keptRows;
            progress.add(reader.keptRows, file);
            for (const piece of pieces.splice(0)) await target.write(piece);
          };
          progress.startFile(file);
          for await (const chunk of file.read(progress.addStored)) {
            if (options.signal?.aborted) throw new RegistryError('registry_import_interrupted');
            reader.push(chunk);
            progress.addContent(chunk.length);
            await hand();
          }
          reader.end();
          await hand();
          replacedRows += reader.replacedRows;
        }
      },
      onIndex,
    );
    await insertQuarantine(db, aside);
    aside = [];
  }
  return { rowCounts, quarantineCounts, replacedRows, tally: judges.tally, codes };
}

/** Removes what imports that did not end have left. Only for the holder of the lock. */
async function removeLeftovers({ database, clock }: Deps): Promise<void> {
  for (const { id, state } of await listGenerations(database.db)) {
    if (state !== 'loading') continue;
    await dropGenerationTables(database.db, id);
    const values = { state: 'failed', failure: 'interrupted', now: clock.now() } as const;
    await finishGeneration(database.db, id, values);
  }
}

/** Leaves no tables of a failed import. When even that fails, the next import does it. */
async function abandon({ database, clock }: Deps, id: number, error: unknown): Promise<void> {
  const failure = error instanceof AppError ? error.code : 'internal_error';
  try {
    await dropGenerationTables(database.db, id);
    await finishGeneration(database.db, id, { state: 'failed', failure, now: clock.now() });
  } catch {
    // The error that led here says more.
  }
}

type Progress = ReturnType<typeof createProgress>;

function createProgress(listener: ImportRegistryOptions['onProgress']) {
  let [rows, fileRows, contentBytes, storedBytes, totalStoredBytes, fileStored] = [0, 0, 0, 0, 0, 0];
  const report = (phase: ImportProgress['phase'], subject: string, file?: ImportProgress['file']) =>
    listener?.({
      phase,
      subject,
      rows: rows + fileRows,
      contentBytes,
      storedBytes,
      totalStoredBytes,
      ...(file && { file }),
    });
  return {
    report,
    setTotal(files: readonly RegistryFile[]) {
      // The lists of codes are read in one go before everything else.
      for (const { layout, storedBytes: bytes } of files) {
        if (layout.table !== 'codes') totalStoredBytes += bytes;
      }
    },
    startFile(_file: RegistryFile) {
      rows += fileRows;
      fileRows = 0;
      fileStored = 0;
    },
    addStored(bytes: number) {
      storedBytes += bytes;
      fileStored += bytes;
    },
    addContent(bytes: number) {
      contentBytes += bytes;
    },
    add(rowsOfFile: number, file: RegistryFile) {
      fileRows = rowsOfFile;
      report('load', file.name, { storedBytes: fileStored, totalBytes: file.storedBytes });
    },
  };
}
