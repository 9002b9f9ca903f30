import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { listZipMembers } from '../../platform/open-zip.ts';
import { FileChangedError, readUnchanged } from '../../platform/read-unchanged.ts';
import { PeopleError } from '../errors.ts';

/** A file of rows, or the one within a zip. */
export type RowsFile = {
  /** Its own name, which says what it is of. */
  readonly name: string;
  /** Of the rows, not of the zip. */
  readonly sizeBytes: number;
  /** The bytes from the start. To be asked for once; ends what it opened. Rejects with `people_file_unreadable`. */
  read(): AsyncIterable<Buffer>;
};

/**
 * Opens a file of rows. Of a zip as lists are published in, the one table in it is taken, or the one of the whole
 * country among those of the states; nothing is unzipped to disk. Rejects with `people_file_unreadable`.
 */
export async function openRowsFile(path: string): Promise<RowsFile> {
  const files = await openRowsFiles(path);
  const file = files.length === 1 ? files[0] : files.find(({ name }) => /_BRASIL\.csv$/i.test(name));
  if (file !== undefined) return file;
  const detail = `The zip holds ${files.length} tables, and none is of the whole country.`;
  throw new PeopleError('people_file_unreadable', { detail });
}

/** The same with all tables of a zip, in its order. */
export async function openRowsFiles(path: string): Promise<readonly RowsFile[]> {
  try {
    if (extname(path).toLowerCase() === '.zip') return await listZipped(path);
    const { size } = await stat(path);
    return [{ name: basename(path), sizeBytes: size, read: () => readAll(readUnchanged(path)) }];
  } catch (cause) {
    if (cause instanceof PeopleError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const detail =
      code === undefined
        ? 'The file is not a zip, or its end is missing.'
        : `The file cannot be opened (${code}).`;
    throw new PeopleError('people_file_unreadable', { detail, cause });
  }
}

async function listZipped(path: string): Promise<readonly RowsFile[]> {
  const files = (await listZipMembers(path))
    .filter(({ name }) => /\.(csv|txt|ndjson|jsonl|json|xml)$/i.test(name))
    .map(({ name, sizeBytes, read }) => ({ name: basename(name), sizeBytes, read: () => readAll(read()) }));
  if (files.length > 0) return files;
  throw new PeopleError('people_file_unreadable', { detail: 'The zip holds no table.' });
}

async function* readAll(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (cause) {
    const detail = cause instanceof FileChangedError ? { detail: cause.message } : {};
    throw new PeopleError('people_file_unreadable', { cause, ...detail });
  }
}
