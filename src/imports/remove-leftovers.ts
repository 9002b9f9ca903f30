import { removeListParts, removeUnfinishedLists, removeUnfinishedPeople } from '../people/index.ts';
import {
  removeDownloadedFiles,
  removeUnfinishedRegistry,
  removeUnfinishedTaxRegimes,
} from '../registry/index.ts';
import type { ImportsDeps } from './imports-deps.ts';
import type { SourceImport } from './types.ts';

/**
 * Removes what an import or a download that was stopped has left: rows that are not in service, parts of files, and the
 * files of a month that it brought. Files that were there before stay.
 */
export async function removeLeftovers(
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
