import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListAddress } from './list-addresses.ts';

/** Removes the part of a list's file that a download left in a folder. A whole file stays. */
export async function removeListParts(
  directory: string,
  { fileName }: Pick<ListAddress, 'fileName'>,
): Promise<void> {
  for (const ending of ['.part', '.part.json']) {
    await rm(join(directory, `${fileName}${ending}`), { force: true });
  }
}
