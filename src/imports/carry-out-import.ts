import { removeListParts, removeUnfinishedLists, removeUnfinishedPeople } from '../people/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import {
  removeDownloadedFiles,
  removeUnfinishedRegistry,
  removeUnfinishedTaxRegimes,
} from '../registry/index.ts';
import { doImport } from './do-import.ts';
import type { ImportsDeps } from './imports-deps.ts';
import { finishImport, noteProgress, putImportBack, takeImport } from './imports-store.ts';
import type { ImportProgress, SourceImport } from './types.ts';

/** Between two signs of life, which carry the progress. */
const signIntervalMs = 1_000;

/**
 * Does an import that waits, and writes down what came of it. A failure of the import is its outcome, not one of the
 * job. When the process stops, the import waits for another process. When somebody stopped the import, what it has left
 * is removed, unless its data are in service by then.
 */
export async function carryOutImport(
  deps: ImportsDeps,
  job: Job<{ readonly id: string }>,
): Promise<JobOutcome> {
  const { db } = deps.database;
  const taken = await takeImport(db, job.data.id);
  if (taken === undefined) return { outcome: 'skipped', reason: 'import_over' };
  if (taken.isStopping) return await stop(deps, taken);
  const lost = new AbortController();
  const stopped = new AbortController();
  const signal = AbortSignal.any([job.signal, lost.signal, stopped.signal]);
  let progress: ImportProgress | undefined;
  let signing: Promise<void> = Promise.resolve();
  let isSigning = false;
  const sign = () => {
    if (isSigning) return;
    isSigning = true;
    signing = noteProgress(db, taken, progress)
      .then(
        (state) => {
          if (state === 'lost') lost.abort(new Error('another process has the import'));
          if (state === 'to-stop') stopped.abort(new Error('the import was stopped'));
        },
        // The database is away: the import itself will meet it.
        () => {},
      )
      .finally(() => {
        isSigning = false;
      });
  };
  const timer = setInterval(sign, signIntervalMs);
  try {
    const result = await doImport(deps, taken, {
      signal,
      onProgress(now) {
        progress = now;
      },
    });
    clearInterval(timer);
    await signing;
    await finishImport(db, taken, { state: 'done', result });
    return { outcome: 'done' };
  } catch (error) {
    clearInterval(timer);
    await signing;
    if (stopped.signal.aborted) return await stop(deps, taken);
    if (job.signal.aborted) {
      await putImportBack(db, taken);
      return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    }
    const failure = error instanceof AppError ? error.code : 'internal_error';
    const detail = error instanceof AppError ? error.detail : undefined;
    await finishImport(db, taken, { state: 'failed', failure, detail });
    if (error instanceof AppError) return { outcome: 'skipped', reason: failure };
    throw error;
  } finally {
    clearInterval(timer);
  }
}

async function stop(deps: ImportsDeps, taken: SourceImport): Promise<JobOutcome> {
  try {
    await removeLeftovers(deps, taken);
  } finally {
    await finishImport(deps.database.db, taken, { state: 'stopped' });
  }
  return { outcome: 'skipped', reason: 'import_stopped' };
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
    else if (source === 'tax-regimes') await removeUnfinishedTaxRegimes(deps);
    else if (source === 'data-sets') await removeUnfinishedPeople(deps);
    else await removeUnfinishedLists(deps);
  } else if (source === 'registry') {
    // Without a month it was the newest one of then.
    const months = options.month === undefined ? await folder.listDownloads('registry') : [options.month];
    for (const month of months) {
      const directory = await folder.makeDownloadFolder('registry', month);
      await removeDownloadedFiles(directory, { month, since: createdAt });
    }
  } else if (source !== 'tax-regimes' && source !== 'data-sets') {
    const address = deps.listAddresses[source];
    if (address !== undefined) await removeListParts(await folder.makeDownloadFolder(source), address);
  }
}
