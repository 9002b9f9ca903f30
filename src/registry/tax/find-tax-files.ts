import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { openZip } from '../../platform/open-zip.ts';
import { RegistryError } from '../errors.ts';

/** A table of tax regimes, in a zip or by itself. */
export type TaxFile = {
  readonly name: string;
  read(): AsyncIterable<Buffer>;
};

/** Names as the files are published: `Lucro Presumido 1.zip`, `Imunes e isentas.zip`. */
const publishedName = /^(?:imunes e isentas|lucro (?:arbitrado|presumido|real))[ \d]*\.(?:zip|csv)$/i;

/**
 * The published tables of tax regimes in a folder, in the order of their names; a zip may hold one for each year.
 * Rejects with `tax_files_missing` and `tax_file_unreadable`.
 */
export async function findTaxFiles(directory: string): Promise<readonly TaxFile[]> {
  const names = await readdir(directory).catch((cause: unknown) => {
    throw new RegistryError('tax_files_missing', { cause });
  });
  const found = names.filter((name) => publishedName.test(name.normalize('NFC'))).sort();
  if (found.length === 0) throw new RegistryError('tax_files_missing');
  const files = await Promise.all(found.map((name) => openTables(directory, name)));
  return files.flat();
}

async function openTables(directory: string, name: string): Promise<readonly TaxFile[]> {
  const path = join(directory, name);
  if (extname(name).toLowerCase() !== '.zip') return [{ name, read: () => createReadStream(path) }];
  try {
    const zip = await openZip(path);
    const tables = (await zip.entries()).filter(({ fileName }) => /\.csv$/i.test(fileName));
    zip.close();
    if (tables.length === 0) throw new RangeError('no table');
    return tables.map(({ fileName }) => ({
      name: `${name}/${fileName}`,
      read: () => readMember(path, fileName),
    }));
  } catch (cause) {
    throw new RegistryError('tax_file_unreadable', {
      cause,
      detail: `${name} is not a zip file with tables.`,
    });
  }
}

async function* readMember(path: string, fileName: string): AsyncGenerator<Buffer> {
  const zip = await openZip(path);
  try {
    const entry = (await zip.entries()).find((one) => one.fileName === fileName);
    if (entry === undefined) throw new RegistryError('tax_file_unreadable');
    const bytes: Readable = await zip.openEntry(entry);
    yield* bytes as AsyncIterable<Buffer>;
  } finally {
    zip.close();
  }
}
