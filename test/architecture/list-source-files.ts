import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A file of the project: its path from the root with forward slashes, and where it is. */
export type SourceFile = { readonly name: string; readonly path: string };

/** Every TypeScript file below a folder of the project, sorted by name. */
export async function listSourceFiles(folder: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(root, path).split(sep).join('/'), path }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
