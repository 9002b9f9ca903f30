import { access, constants, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from './errors.ts';

/** The bytes of a file that an option names. Rejects with `file_unreadable`. */
export async function readInput(path: string): Promise<Buffer> {
  return await readFile(path).catch((cause: unknown) => {
    throw new CliError('file_unreadable', { detail: path, cause });
  });
}

/** Writes a file that an option names. Rejects with `file_unwritable`. */
export async function writeOutput(path: string, content: string): Promise<void> {
  await writeFile(path, content).catch((cause: unknown) => {
    throw new CliError('file_unwritable', { detail: path, cause });
  });
}

/**
 * Looks, before anything takes time, whether the files that options name can be written; absent ones are not named.
 * Rejects with `file_unwritable`.
 */
export async function checkOutputs(paths: readonly (string | undefined)[]): Promise<void> {
  for (const path of paths) {
    if (path === undefined) continue;
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) throw new CliError('file_unwritable', { detail: path });
    await access(found === undefined ? dirname(path) : path, constants.W_OK).catch((cause: unknown) => {
      throw new CliError('file_unwritable', { detail: path, cause });
    });
  }
}
