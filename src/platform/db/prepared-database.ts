import { createHash, randomBytes } from 'node:crypto';
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Migration, readMigrations } from './migrate.ts';

/** Where prepared databases of this version lie. An installation makes one there, and the package holds one. */
export const preparedDatabasesFolder = fileURLToPath(new URL('../../../prepared', import.meta.url));

/** The folders and files of an embedded database: folders as they nest, and files in the order of their contents. */
type Index = {
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly size: number }[];
};

/**
 * The name of the prepared database that has exactly these migrations and fits the packages that open it. One made
 * for others has another name and is never used.
 */
export function namePreparedDatabase(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  hash.update(`@electric-sql/pglite ${readVersion('@electric-sql/pglite')}\n`);
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`);
  return `database-${hash.digest('hex').slice(0, 16)}.br`;
}

/** The prepared database of these migrations; undefined where none was made. */
export async function findPreparedDatabase(
  migrationsFolder: string,
  folder = preparedDatabasesFolder,
): Promise<string | undefined> {
  const path = join(folder, namePreparedDatabase(await readMigrations(migrationsFolder)));
  return existsSync(path) ? path : undefined;
}

/** Writes the folder of a closed embedded database as one file. It must hold nothing that is secret or personal. */
export function packDatabase(folder: string, path: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const pathsOf = (chosen: readonly Dirent[]) =>
    chosen.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
  const folders = pathsOf(entries.filter((entry) => entry.isDirectory()));
  const names = pathsOf(entries.filter((entry) => entry.isFile()));
  const contents = names.map((name) => readFileSync(join(folder, name)));
  const files = names.map((name, index) => ({ path: name, size: contents[index]!.length }));
  const index = Buffer.from(JSON.stringify({ folders, files } satisfies Index));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(index.length);
  const packed = brotliCompressSync(Buffer.concat([size, index, ...contents]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  mkdirSync(dirname(path), { recursive: true });
  // Under another name first: a file of this name is whole.
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(unfinished, packed);
  renameSync(unfinished, path);
}

/**
 * Makes the folder of an embedded database from a packed one, readable by this user alone. The folder appears whole or not
 * at all, also when the process is killed. It must not exist, or be empty.
 *
 * NOTE: not through promises: a thousand small files one by one would take five times the computing.
 */
export function unpackDatabase(path: string, folder: string): void {
  const bytes = brotliDecompressSync(readFileSync(path));
  const contentsAt = 4 + bytes.readUInt32BE(0);
  const index = JSON.parse(bytes.toString('utf8', 4, contentsAt)) as Index;
  const unfinished = `${folder}.unpacking`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const name of ['', ...index.folders]) {
    mkdirSync(join(unfinished, name), { recursive: true, mode: 0o700 });
  }
  let at = contentsAt;
  for (const { path: name, size } of index.files) {
    writeFileSync(join(unfinished, name), bytes.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinished, folder);
}

function readVersion(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  return (JSON.parse(readFileSync(String(manifest), 'utf8')) as { readonly version: string }).version;
}
