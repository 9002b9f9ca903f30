import type { Clock } from '../../platform/clock.ts';
import { lockWork, type OpenDatabase, type Tx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors.ts';
import { RegistryError } from '../errors.ts';
import {
  compareEstablishments,
  findCurrent,
  findRegistrySummary,
  finishGeneration,
  type Generation,
  type GenerationChanges,
  insertGeneration,
  isReady,
  listGenerations,
  lockImport,
} from '../generations-store.ts';
import { switchGeneration } from '../records-store.ts';
import { dropGenerationTables } from '../registry-tables-store.ts';
import { buildSearchTable } from './build-search-table-store.ts';
import { findRegistryFiles } from './find-registry-files.ts';
import { createImportPace, type ImportPace } from './import-pace.ts';
import { createProgressCounter, type ImportProgress } from './import-progress.ts';
import type { RegistrySelection } from './judge-rows.ts';
import { learnPostalCodes } from './learn-postal-codes-store.ts';
import { loadTables } from './load-tables.ts';
import {
  checkDiskSpace,
  checkLayouts,
  findDataMonth,
  refuseMissingParts,
  refuseUnfinishedDownload,
} from './preflight.ts';
import { type CheckLimits, defaultCheckLimits, verifyGeneration } from './verify-generation.ts';

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
  /** Rows put aside that are kept to be looked at, for each file. Default 10,000. */
  readonly refusedRowsPerFile?: number | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Part of the transaction that puts the import in service. */
  readonly onInService?: ((tx: Tx, done: Generation) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Deps = { readonly database: OpenDatabase; readonly clock: Clock };

const defaultRefusedRowsPerFile = 10_000;

/** An import that takes some seconds at least looks first whether others use the database. */
const observedFromBytes = 50_000_000;

/**
 * Imports a month as a new generation and puts it into service when its checks pass. The previous generation stays
 * for `rollbackRegistry`. Lookups continue during the import. The import first removes the rest of an interrupted
 * one. A failure or kill leaves the generation in service unchanged.
 *
 * Rejects with `registry_files_missing`, `registry_parts_missing`, `registry_layout_changed`, `registry_months_differ`,
 * `registry_month_older`, `registry_archive_broken`, `registry_disk_full`, `registry_import_running`,
 * `registry_import_interrupted` (the signal), and `registry_checks_failed`, which names the checks.
 *
 * @example
 * const generation = await importRegistry({ database, clock: systemClock }, { directory: '/data/2026-04' });
 * console.log(generation.rowCounts?.establishments);
 *
 * See docs/decisions/0040.
 */
export async function importRegistry(deps: Deps, options: ImportRegistryOptions): Promise<Generation> {
  const { database, clock } = deps;
  const { db } = database;
  await using _lock = await lockImport(database);
  await removeLeftovers(deps);

  using ownPace = createImportPace(database);
  const pace = stopBetween(ownPace, options.signal);
  if (options.ignoreChecks !== true) await refuseUnfinishedDownload(options.directory);
  const files = await findRegistryFiles(options.directory);
  const progress = createProgressCounter(files, options.onProgress);
  progress.report('check', options.directory);
  const dataMonth = findDataMonth(files, options.directory, clock.now(), options.dataMonth);
  await checkLayouts(files);
  if (options.ignoreChecks !== true) {
    refuseMissingParts(files);
    const inService = await findRegistrySummary(db);
    if ('dataMonth' in inService && dataMonth < inService.dataMonth) {
      const detail = `The month of the files is ${dataMonth}, and ${inService.dataMonth} is in service.`;
      throw new RegistryError('registry_month_older', { detail });
    }
  }
  if (options.databaseFolder !== undefined) await checkDiskSpace(files, options.databaseFolder);

  const selection = options.selection;
  const contentBytes = files.reduce((sum, file) => sum + file.contentBytes, 0);
  if (contentBytes >= observedFromBytes) await pace.observe();
  const id = await insertGeneration(db, { dataMonth, selection, now: clock.now() });
  try {
    const loaded = await loadTables(database, {
      generation: id,
      files,
      directory: options.directory,
      selection,
      refusedRowsPerFile: options.refusedRowsPerFile ?? defaultRefusedRowsPerFile,
      progress,
      pace,
      signal: options.signal,
    });
    const [current, generations] = [await findCurrent(db), await listGenerations(db)];
    const previous = generations.find((one) => one.id === current?.generation);
    const isComparable = JSON.stringify(previous?.selection) === JSON.stringify(selection);
    const checks = verifyGeneration({
      ...loaded,
      limits: { ...defaultCheckLimits, ...options.limits },
      previousCounts: isComparable ? previous?.rowCounts : undefined,
    });
    const { rowCounts, refusedRows } = loaded;
    const failed = checks.filter(({ passed }) => !passed);
    if (failed.length > 0 && options.ignoreChecks !== true) {
      await finishGeneration(db, id, {
        state: 'failed',
        failure: 'registry_checks_failed',
        now: clock.now(),
        rowCounts,
        refusedRows,
        checks,
      });
      throw new RegistryError('registry_checks_failed', {
        detail: failed
          .map(({ name, value, limit, detail }) => `${name} is ${value}, limit ${limit} (${detail ?? ''})`)
          .join('; '),
      });
    }
    progress.report('index', 'search');
    await buildSearchTable(database, id, pace);
    throwIfInterrupted(options.signal);
    progress.report('index', 'postal codes');
    await learnPostalCodes(database, id, pace);
    throwIfInterrupted(options.signal);
    progress.report('compare', dataMonth);
    const changes =
      previous === undefined || !isComparable
        ? undefined
        : { since: previous.id, ...(await compareGenerations(database, previous.id, id, pace)) };
    progress.report('switch', dataMonth);
    await db.transaction().execute(async (tx) => {
      throwIfInterrupted(options.signal);
      const now = clock.now();
      const values = { state: 'ready', now, rowCounts, refusedRows, checks, changes } as const;
      // Another import has cleared this one away: the lock can be lost with its connection.
      if (!(await finishGeneration(tx, id, values))) throw new RegistryError('registry_import_interrupted');
      await switchGeneration(tx, { generation: id, dataMonth, now });
      const done = (await listGenerations(tx)).find((one) => one.id === id)!;
      await options.onInService?.(tx, done);
    });
  } catch (error) {
    const isInService = await abandon(deps, id, error);
    if (!isInService) throw error;
  }
  return (await listGenerations(db)).find((one) => one.id === id)!;
}

/** Removes what imports that were cut short have left. Does nothing while another one runs. */
export async function removeUnfinishedRegistry(deps: Deps): Promise<void> {
  await using lock = await lockWork(deps.database, 'registry/import');
  if (lock !== undefined) await removeLeftovers(deps);
}

function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new RegistryError('registry_import_interrupted');
}

/** The pace, at whose rests the import also ends when it is interrupted. */
function stopBetween(
  pace: ImportPace,
  signal: AbortSignal | undefined,
): Omit<ImportPace, typeof Symbol.dispose> {
  return {
    get isShared() {
      return pace.isShared;
    },
    observe: () => pace.observe(),
    async rest() {
      throwIfInterrupted(signal);
      await pace.rest();
    },
  };
}

/** Removes what imports that did not end have left. Only for the holder of the lock. */
async function removeLeftovers({ database, clock }: Deps): Promise<void> {
  for (const { id, state } of await listGenerations(database.db)) {
    if (state !== 'loading') continue;
    const values = { state: 'failed', failure: 'interrupted', now: clock.now() } as const;
    await database.db.transaction().execute(async (tx) => {
      if (await finishGeneration(tx, id, values)) await dropGenerationTables(tx, id);
    });
  }
}

/**
 * Leaves no tables of a failed import. When even that fails, the next import does it. True, with nothing changed, for
 * one that is in service: the answer to its commit was lost.
 */
async function abandon({ database, clock }: Deps, id: number, error: unknown): Promise<boolean> {
  const failure = error instanceof AppError ? error.code : 'internal_error';
  try {
    if (await isReady(database.db, id)) return true;
    await dropGenerationTables(database.db, id);
    await finishGeneration(database.db, id, { state: 'failed', failure, now: clock.now() });
  } catch {
    // The error that led here says more.
  }
  return false;
}

/** Where roots are cut on the embedded database: by two digits, then by the letter they begin with. */
const cuts = [
  '',
  ...Array.from({ length: 99 }, (_, index) => String(index + 1).padStart(2, '0')),
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
];

/**
 * The changes of the establishments between two generations. One statement on PostgreSQL; one range of numbers at a
 * time on the embedded database, so that others get their turn between.
 */
async function compareGenerations(
  { db, kind }: OpenDatabase,
  older: number,
  newer: number,
  pace: Pick<ImportPace, 'isShared' | 'rest'>,
): Promise<Omit<GenerationChanges, 'since'>> {
  if (kind === 'postgres') return compareEstablishments(db, older, newer, { isShared: pace.isShared });
  const sum = { opened: 0, removed: 0, closed: 0, statusChanged: 0 };
  for (const [index, from] of cuts.entries()) {
    await pace.rest();
    const stretch = { from, to: cuts[index + 1] };
    const part = await compareEstablishments(db, older, newer, { isShared: true, stretch });
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += part[key];
  }
  return sum;
}
