import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { listSourceFiles } from './list-source-files.ts';

/** One import: the file it stands in, and the file of the project or the package that it names. */
export type Import = { readonly from: string; readonly to: string };

/** Every module named by an import, export-from, dynamic import or declared module of a file. */
export function listImports(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bdeclare module\s+)(['"])([^'"]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2]!);
}

/**
 * Every import of the source, with paths from the root of the project. Those that are made while the code runs are left
 * out on demand.
 */
export async function listProjectImports({ atStart = false } = {}): Promise<readonly Import[]> {
  const imports: Import[] = [];
  for (const { name, path } of await listSourceFiles('src')) {
    const text = await readFile(path, 'utf8');
    for (const to of listImports(atStart ? text.replaceAll(/\bimport\s*\(\s*'[^']+'/g, '') : text)) {
      imports.push({ from: name, to: to.startsWith('.') ? posix.join(posix.dirname(name), to) : to });
    }
  }
  return imports;
}
