import {
  downloadList,
  formatOf,
  importList,
  importPeople,
  listDownloadLimits,
  maxListShrink,
  rowLimits,
} from '../people/index.ts';
import { createOutboundClient } from '../platform/outbound/index.ts';
import {
  downloadRegistry,
  importRegistry,
  importTaxRegimes,
  listPublishedMonths,
  parseSelection,
  registryDownloadLimits,
} from '../registry/index.ts';
import { ImportError } from './errors.ts';
import { sumOf } from './list-generations.ts';
import type { ImportProgress, ImportResult, ImportsDeps, ListName, SourceImport } from './types.ts';

type Work = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
};

/** The operation of a source, as its command does it, with paths below the folder for imports only. */
export async function doImport(
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
  const { signal } = work;
  const done = await importList(
    { ...deps, ...rowLimits, maxShrink: maxListShrink },
    {
      ...{ list: source, path, signal, listDate: options.listDate, isForced: options.isForced },
      onProgress: ({ rows, readBytes, totalBytes }) =>
        work.onProgress({ phase: 'load', rows, doneBytes: readBytes, totalBytes }),
    },
  );
  return {
    generation: done.id,
    ...(done.entries !== undefined && { entries: done.entries }),
    ...(done.refusedRows !== undefined && { refusedRows: done.refusedRows as Record<string, number> }),
    ...(done.listDate !== undefined && { dataDate: done.listDate }),
  };
}

async function importDataSet(
  deps: ImportsDeps,
  path: string,
  { listDate, mappingPath }: SourceImport['options'],
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const done = await importPeople(
    { ...deps, ...rowLimits },
    {
      ...{ path, signal, format: formatOf(path), dataDate: listDate },
      ...(mappingPath !== undefined && { mappingPath: await deps.folder.resolve(mappingPath) }),
      onProgress: ({ rows, readBytes, totalBytes }) =>
        onProgress({ phase: 'load', rows, doneBytes: readBytes, totalBytes }),
    },
  );
  return {
    generation: done.id,
    ...(done.rows !== undefined && { entries: done.rows - sumOf(done.refusedRows) }),
    ...(done.refusedRows !== undefined && { refusedRows: done.refusedRows as Record<string, number> }),
    ...(done.dataDate !== undefined && { dataDate: done.dataDate }),
  };
}

async function importMonth(
  { database, clock, databaseFolder }: ImportsDeps,
  directory: string,
  { only, month, isForced }: SourceImport['options'],
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const done = await importRegistry(
    { database, clock },
    {
      ...{ directory, databaseFolder, signal, dataMonth: month, ignoreChecks: isForced },
      selection: await parseSelection({ only }),
      onProgress: ({ phase, subject, rows, storedBytes, totalStoredBytes }) =>
        onProgress({
          phase,
          // The path of the folder is nobody's business.
          ...(phase === 'check' ? {} : { subject }),
          ...{ rows, doneBytes: storedBytes, totalBytes: totalStoredBytes },
        }),
    },
  );
  return {
    generation: done.id,
    dataDate: done.dataMonth,
    ...(done.rowCounts !== undefined && { entries: done.rowCounts.establishments }),
    ...(done.refusedRows !== undefined && {
      refusedRows: done.refusedRows as Record<string, number>,
    }),
  };
}

async function importTax(
  { database, clock }: ImportsDeps,
  directory: string,
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const done = await importTaxRegimes(
    { database, clock },
    { directory, signal, onProgress: ({ file, rows }) => onProgress({ phase: 'load', subject: file, rows }) },
  );
  return {
    generation: done.id,
    ...(done.rows !== undefined && { entries: done.rows }),
    ...(done.skipped !== undefined && done.skipped > 0 && { refusedRows: { unreadable: done.skipped } }),
    ...(done.lastYear !== undefined && { dataDate: String(done.lastYear) }),
  };
}

async function download(
  { folder, fetchAllow, listAddresses }: ImportsDeps,
  list: ListName,
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const address = listAddresses[list];
  if (address === undefined) throw new ImportError('import_not_published');
  const client = createOutboundClient({ peer: 'lists', allow: fetchAllow });
  try {
    const done = await downloadList(client, address, {
      ...{ directory: await folder.makeDownloadFolder(list), limits: listDownloadLimits, signal },
      onBytes: (doneBytes, totalBytes) =>
        onProgress({ phase: 'download', doneBytes, ...(totalBytes !== undefined && { totalBytes }) }),
    });
    return { path: await folder.describe(done.path), sizeBytes: done.sizeBytes };
  } finally {
    client.close();
  }
}

async function downloadMonth(
  { folder, shareUrl }: ImportsDeps,
  month: string | undefined,
  { signal, onProgress }: Work,
): Promise<ImportResult> {
  const access = { ...registryDownloadLimits, shareUrl, signal };
  const wanted = month ?? (await listPublishedMonths(access))[0]!.month;
  const done = await downloadRegistry({
    ...{ ...access, month: wanted, directory: await folder.makeDownloadFolder('registry', wanted) },
    onProgress: ({ bytes, sizeBytes }) =>
      onProgress({ phase: 'download', subject: wanted, doneBytes: bytes, totalBytes: sizeBytes }),
  });
  return { path: await folder.describe(done.directory), sizeBytes: done.sizeBytes, dataDate: done.month };
}
