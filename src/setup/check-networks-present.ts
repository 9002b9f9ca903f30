import { access } from 'node:fs/promises';
import type { Finding } from './types.ts';

/** The files of the face networks are there or not. NOT verified: that they can be run; the start does that. */
export async function checkNetworksPresent(listFiles: () => readonly string[]): Promise<Finding> {
  const name = 'face networks';
  const remedy = 'Install the service again, with all its dependencies: npm ci.';
  let files: readonly string[];
  try {
    files = listFiles();
  } catch (error) {
    return { name, state: 'problem', found: error instanceof Error ? error.message : String(error), remedy };
  }
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere) return { name, state: 'problem', found: `${file} is missing`, remedy };
  }
  return { name, state: 'well', found: `${files.length} files` };
}
