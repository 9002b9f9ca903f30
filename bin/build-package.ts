/**
 * Writes `dist`, what the installable package runs: the sources without their types, since Node strips none below
 * node_modules, and the files that they read, in the same places beside them. `npm pack` calls it; see
 * docs/decisions/0098.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { provideDocs } from '../packages/docs/provide-docs.ts';
import { buildPreparedDatabase } from '../src/process/build-prepared-database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');

await rm(target, { recursive: true, force: true });
await compile(join(root, 'src'), join(target, 'src'));
for (const path of ['migrations', 'package.json']) await copy(path);
for (const folder of ['packages/capture', 'console']) {
  const outDir = join(target, folder, 'dist');
  await build({ root: join(root, folder), logLevel: 'warn', build: { outDir } });
}
for (const path of ['networks.json', 'dist']) await copy(join('packages/networks', path));
const prepared = await buildPreparedDatabase();
await cp(prepared, join(target, 'prepared', basename(prepared)));
await provideDocs(join(target, 'packages/docs/dist'));

/** Strips the types of a folder's files; anything else, but notes for readers of the source, is copied. */
async function compile(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (entry.isDirectory()) await compile(source, join(to, entry.name));
    else if (entry.name.endsWith('.d.ts') || entry.name.endsWith('.md')) continue;
    else if (entry.name.endsWith('.ts')) {
      const code = stripTypeScriptTypes(await readFile(source, 'utf8'));
      await writeFile(join(to, entry.name.replace(/\.ts$/, '.js')), renameModules(code));
    } else await cp(source, join(to, entry.name));
  }
}

/** Names of modules as they are compiled: in imports, and where a worker is started from its file. */
function renameModules(code: string): string {
  return code.replaceAll(/(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g, '$1$2.js$1');
}

async function copy(path: string): Promise<void> {
  await cp(join(root, path), join(target, path), { recursive: true });
}
