import { readFile, writeFile } from 'node:fs/promises';
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
