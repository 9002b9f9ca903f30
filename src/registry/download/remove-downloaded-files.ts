import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openDownloadRecord, recordName } from './download-record.ts';

/**
 * Removes the files of a month that a download brought since a moment, and all parts of files. Whole files from before,
 * and files that no download brought, stay.
 */
export async function removeDownloadedFiles(
  directory: string,
  { month, since }: { readonly month: string; readonly since: Date },
): Promise<void> {
  const record = await openDownloadRecord(directory, month);
  for (const name of record.names()) {
    // The record lies in a folder that people write to: a name leads nowhere else.
    if (name !== basename(name)) continue;
    const path = join(directory, name);
    await rm(`${path}.part`, { force: true });
    const changed = await stat(path).then(
      ({ mtime }) => mtime,
      () => undefined,
    );
    if (changed !== undefined && changed < since) continue;
    await rm(path, { force: true });
    await record.set(name, undefined);
  }
  if (record.names().length > 0) return;
  await rm(join(directory, recordName), { force: true });
  if ((await readdir(directory)).length === 0) await rmdir(directory);
}
