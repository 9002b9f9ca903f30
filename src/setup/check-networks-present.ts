import { access } from 'node:fs/promises';
import type { Finding } from './types.ts';

/** The files of the face networks are there or not. NOT verified: that they can be run; the start does that. */
export async function checkNetworksPresent(files: readonly string[]): Promise<Finding> {
  const name = 'face networks';
  const remedy = 'Install the service again, with all its dependencies: npm ci.';
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere) return { name, state: 'problem', found: `${file} is missing`, remedy };
  }
  return { name, state: 'well', found: `${files.length} files` };
}
