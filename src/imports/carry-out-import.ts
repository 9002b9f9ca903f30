import { removeListParts, removeUnfinishedLists, removeUnfinishedPeople } from '../people/index.ts';
import { AppError } from '../platform/errors.ts';
import { type Job, type JobOutcome, repeatDuring } from '../platform/jobs/index.ts';
import {
  removeDownloadedFiles,
  removeUnfinishedRegistry,
  removeUnfinishedTaxRegimes,
} from '../registry/index.ts';
import { doImport } from './do-import.ts';
import { finishImport, type ImportEnd, noteProgress, takeImport } from './imports-store.ts';
import type { ImportProgress, ImportsDeps, SourceImport } from './types.ts';

/** Between two looks at whether the import is to be stopped, which carry the progress. */
const noteIntervalMs = 1_000;

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
  if (taken.isStopping) return await stop();
  const stopped = new AbortController();
  let progress: ImportProgress | undefined;
  const noting = repeatDuring(noteIntervalMs, async () => {
    if (await noteProgress(db, taken.id, progress)) stopped.abort(new Error('the import was stopped'));
  });
  try {
    const result = await doImport(deps, taken, {
      signal: AbortSignal.any([job.signal, stopped.signal]),
      onProgress(now) {
        progress = now;
      },
    });
    await noting.stop();
    await finish({ state: 'done', result });
    return { outcome: 'done' };
  } catch (error) {
    await noting.stop();
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
