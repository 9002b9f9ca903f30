import { setTimeout as wait } from 'node:timers/promises';
import {
  downloadList,
  formatOf,
  importList,
  importPeople,
  type ListGeneration,
  listDownloadLimits,
  type PersonImport,
  removeListParts,
  removeUnfinishedLists,
  removeUnfinishedPeople,
} from '../people/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors.ts';
import { type Job, type JobOutcome, repeatDuring } from '../platform/jobs/index.ts';
import { createOutboundClient } from '../platform/outbound/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import {
  downloadRegistry,
  type Generation,
  importRegistry,
  importTaxRegimes,
  listPublishedMonths,
  parseSelection,
  registryDownloadLimits,
  removeDownloadedFiles,
  removeUnfinishedRegistry,
  removeUnfinishedTaxRegimes,
  type TaxGeneration,
} from '../registry/index.ts';
import { ImportError } from './errors.ts';
import {
  findImport,
  finishImport,
  type ImportEnd,
  noteProgress,
  noteResult,
  takeImport,
} from './imports-store.ts';
import { sumOf } from './list-generations.ts';
import type { ImportProgress, ImportResult, ImportsDeps, ListName, SourceImport } from './types.ts';

/** Between two looks at whether the import is to be stopped, which carry the progress. */
const noteIntervalMs = 1_000;

/**
 * Does an import that waits, and writes down what came of it. A failure of the import is its outcome, not one of the
 * job. When the process stops, the import waits for another process. When somebody stopped the import, what it has left
 * is removed, unless its data are in service by then. What a run has put in service, none does again: an operator's
 * rollback leads to the data before.
 */
export async function carryOutImport(
  deps: ImportsDeps,
  job: Job<{ readonly id: string }>,
): Promise<JobOutcome> {
  const { db } = deps.database;
  const taken = await takeImport(db, job.data.id);
  if (taken === undefined) return { outcome: 'skipped', reason: 'import_over' };
  /** Does nothing where another process has the job by now. */
  const finish = (end: ImportEnd) =>
    db.transaction().execute(async (tx) => {
      if (await job.holdIn(tx)) await finishImport(tx, taken.id, end);
    });
  const stop = async (): Promise<JobOutcome> => {
    try {
      await removeLeftovers(deps, taken);
    } finally {
      await finish({ state: 'stopped' });
    }
    return { outcome: 'skipped', reason: 'import_stopped' };
  };
  if (taken.result !== undefined) {
    // A run that was cut off had put its data in service.
    await removeLeftovers(deps, taken);
    await finish({ state: 'done', result: taken.result });
    return { outcome: 'done' };
  }
  if (taken.isStopping) return await stop();
  const stopped = new AbortController();
  let progress: ImportProgress | undefined;
  const noting = repeatDuring(noteIntervalMs, async () => {
    if (await noteProgress(db, taken.id, progress)) stopped.abort(new Error('the import was stopped'));
  });
  try {
    const signal = AbortSignal.any([job.signal, stopped.signal]);
    const onProgress = (now: ImportProgress) => {
      progress = now;
    };
    const keep = async (tx: Tx, result: ImportResult) => {
      if (!(await job.holdIn(tx))) throw new ImportError('import_lost');
      await noteResult(tx, taken.id, result);
    };
    const result = await whenFree(() => doImport(deps, taken, { signal, onProgress, keep }), signal);
    await noting.stop();
    await finish({ state: 'done', result });
    return { outcome: 'done' };
  } catch (error) {
    await noting.stop();
    // Its data are in service, and the next run removes what is left.
    if ((await findImport(db, taken.id))?.result !== undefined) throw error;
    if (stopped.signal.aborted) return await stop();
    if (job.signal.aborted) {
      await finish({ state: 'waiting' });
      return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    }
    const failure = error instanceof AppError ? error.code : 'internal_error';
    const detail = error instanceof AppError ? error.detail : undefined;
    await finish({ state: 'failed', failure, detail });
    if (error instanceof AppError) return { outcome: 'skipped', reason: failure };
    throw error;
  }
}

/** A rollback has a source for itself for seconds; an import by a command may have it for hours. */
const longestWaitMs = 60_000;

/** Begins an import again while the source is taken, for a minute: it was accepted. */
async function whenFree<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const untilMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isTaken = error instanceof AppError && /^(people|registry)_import_running$/.test(error.code);
      if (!isTaken || performance.now() >= untilMs) throw error;
    }
    await wait(noteIntervalMs, undefined, { signal });
  }
}

/**
 * Removes what an import or a download that was stopped has left: rows that are not in service, parts of files, and the
 * files of a month that it brought. Files that were there before stay.
 */
async function removeLeftovers(
  deps: ImportsDeps,
  { source, action, options, createdAt }: SourceImport,
): Promise<void> {
  const { folder } = deps;
  if (action === 'import') {
    if (source === 'registry') await removeUnfinishedRegistry(deps);
    else if (source === 'tax_regimes') await removeUnfinishedTaxRegimes(deps);
    else if (source === 'data_sets') await removeUnfinishedPeople(deps);
    else await removeUnfinishedLists(deps);
  } else if (source === 'registry') {
    // Without a month it was the newest one of then.
    const months = options.month === undefined ? await folder.listDownloads('registry') : [options.month];
    for (const month of months) {
      const directory = await folder.makeDownloadFolder('registry', month);
      await removeDownloadedFiles(directory, { month, since: createdAt });
    }
  } else if (source !== 'tax_regimes' && source !== 'data_sets') {
    const address = deps.listAddresses[source];
    if (address !== undefined) await removeListParts(await folder.makeDownloadFolder(source), address);
  }
}

type Work = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Writes down the result in the transaction that puts the data in service. */
  readonly keep: (tx: Tx, result: ImportResult) => Promise<void>;
};

/** The operation of a source, as its command does it, with paths below the folder for imports only. */
async function doImport(
  deps: ImportsDeps,
  { source, action, options }: Pick<SourceImport, 'source' | 'action' | 'options'>,
  work: Work,
): Promise<ImportResult> {
  if (action === 'download') {
    if (source === 'registry') return await downloadMonth(deps, options.month, work);
    if (source === 'tax_regimes' || source === 'data_sets') throw new ImportError('import_not_published');
    return await download(deps, source, work);
  }
  // Again: a link may have been put there since.
  const path = await deps.folder.resolve(options.path ?? '');
  if (source === 'registry') return await importMonth(deps, path, options, work);
  if (source === 'tax_regimes') return await importTax(deps, path, work);
  if (source === 'data_sets') return await importDataSet(deps, path, options, work);
  const resultOf = ({ id: generation, entries, refusedRows, listDate: dataDate }: ListGeneration) =>
    toAnswer({ generation, entries, refusedRows, dataDate });
  const done = await importList(deps, {
    list: source,
    path,
    signal: work.signal,
    onInService: (tx, done) => work.keep(tx, resultOf(done)),
    listDate: options.listDate,
    isForced: options.isForced,
    onProgress: ({ rows, readBytes, totalBytes }) =>
      work.onProgress({ phase: 'load', rows, doneBytes: readBytes, totalBytes }),
  });
  return resultOf(done);
}

async function importDataSet(
  deps: ImportsDeps,
  path: string,
  { listDate, mappingPath }: SourceImport['options'],
  { signal, onProgress, keep }: Work,
): Promise<ImportResult> {
  const resultOf = ({ id: generation, rows, refusedRows, dataDate }: PersonImport) =>
    toAnswer({ generation, entries: rows && rows - sumOf(refusedRows), refusedRows, dataDate });
  const done = await importPeople(deps, {
    path,
    signal,
    onInService: (tx, done) => keep(tx, resultOf(done)),
    format: formatOf(path),
    dataDate: listDate,
    mappingPath: mappingPath && (await deps.folder.resolve(mappingPath)),
    onProgress: ({ rows, readBytes, totalBytes }) =>
      onProgress({ phase: 'load', rows, doneBytes: readBytes, totalBytes }),
  });
  return resultOf(done);
}

async function importMonth(
  { database, clock, databaseFolder }: ImportsDeps,
  directory: string,
  { only, month, isForced }: SourceImport['options'],
  { signal, onProgress, keep }: Work,
): Promise<ImportResult> {
  const resultOf = ({ id: generation, dataMonth: dataDate, rowCounts, refusedRows }: Generation) =>
    toAnswer({ generation, dataDate, entries: rowCounts?.establishments, refusedRows });
  const done = await importRegistry(
    { database, clock },
    {
      directory,
      databaseFolder,
      signal,
      onInService: (tx, done) => keep(tx, resultOf(done)),
      dataMonth: month,
      ignoreChecks: isForced,
      selection: await parseSelection({ only }),
      onProgress: ({ phase, subject, rows, storedBytes, totalStoredBytes }) =>
        onProgress({
          phase,
          // The path of the folder is nobody's business.
          ...(phase === 'check' ? {} : { subject }),
          rows,
          doneBytes: storedBytes,
          totalBytes: totalStoredBytes,
        }),
    },
  );
  return resultOf(done);
}

async function importTax(
  { database, clock }: ImportsDeps,
  directory: string,
  { signal, onProgress, keep }: Work,
): Promise<ImportResult> {
  const resultOf = ({ id: generation, rows: entries, skipped, lastYear }: TaxGeneration) => {
    const refusedRows = skipped ? { unreadable: skipped } : undefined;
    return toAnswer({ generation, entries, refusedRows, dataDate: lastYear?.toString() });
  };
  const done = await importTaxRegimes(
    { database, clock },
    {
      directory,
      signal,
      onInService: (tx, done) => keep(tx, resultOf(done)),
      onProgress: ({ file, rows }) => onProgress({ phase: 'load', subject: file, rows }),
    },
  );
  return resultOf(done);
}

async function download(
  { folder, fetchAllow, listAddresses }: ImportsDeps,
  list: ListName,
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const address = listAddresses[list];
  if (address === undefined) throw new ImportError('import_not_published');
  using client = createOutboundClient({ peer: 'lists', allow: fetchAllow });
  const done = await downloadList(client, address, {
    directory: await folder.makeDownloadFolder(list),
    limits: listDownloadLimits,
    signal,
    onBytes: (doneBytes, totalBytes) => onProgress(toAnswer({ phase: 'download', doneBytes, totalBytes })),
  });
  return { path: await folder.describe(done.path), sizeBytes: done.sizeBytes };
}

async function downloadMonth(
  { folder, shareUrl }: ImportsDeps,
  month: string | undefined,
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const access = { ...registryDownloadLimits, shareUrl, signal };
  const wanted = month ?? (await listPublishedMonths(access))[0]!.month;
  const done = await downloadRegistry({
    ...access,
    month: wanted,
    directory: await folder.makeDownloadFolder('registry', wanted),
    onProgress: ({ bytes, sizeBytes }) =>
      onProgress({ phase: 'download', subject: wanted, doneBytes: bytes, totalBytes: sizeBytes }),
  });
  return { path: await folder.describe(done.directory), sizeBytes: done.sizeBytes, dataDate: done.month };
}
