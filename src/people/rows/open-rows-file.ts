import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { openZip } from '../../platform/open-zip.ts';
import { PeopleError } from '../errors.ts';

/** A file of rows, or the one within a zip. */
export type RowsFile = {
  /** Its own name, which says what it is of. */
  readonly name: string;
  /** Of the rows, not of the zip. */
  readonly sizeBytes: number;
  /** The bytes from the start. To be asked for once; ends what it opened. */
  read(): AsyncIterable<Buffer>;
};

const chunkBytes = 65_536;

/**
 * Opens a file of rows. Of a zip as lists are published in, the one table in it is taken, or the one of the whole
 * country among those of the states; nothing is unzipped to disk. Rejects with `people_file_unreadable`.
 */
export async function openRowsFile(path: string): Promise<RowsFile> {
  try {
    if (extname(path).toLowerCase() === '.zip') return await openZipped(path);
    const { size } = await stat(path);
    return {
      name: basename(path),
      sizeBytes: size,
      read: () => createReadStream(path, { highWaterMark: chunkBytes }),
    };
  } catch (cause) {
    if (cause instanceof PeopleError) throw cause;
    throw new PeopleError('people_file_unreadable', { cause });
  }
}

async function openZipped(path: string): Promise<RowsFile> {
  const zip = await openZip(path);
  try {
    const tables = (await zip.entries()).filter(({ fileName }) =>
      /\.(csv|txt|ndjson|jsonl|json|xml)$/i.test(fileName),
    );
    const country = tables.find(({ fileName }) => /_BRASIL\.csv$/i.test(fileName));
    const entry = tables.length === 1 ? tables[0] : country;
    if (entry === undefined) {
      const detail = `The zip holds ${tables.length} tables, and none is of the whole country.`;
      throw new PeopleError('people_file_unreadable', { detail });
    }
    return {
      name: basename(entry.fileName),
      sizeBytes: entry.uncompressedSize,
      async *read() {
        try {
          yield* await zip.openEntry(entry);
        } finally {
          zip.close();
        }
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
