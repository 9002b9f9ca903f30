/**
 * Makes what a first start would otherwise make itself, after an installation of the sources: the database that it
 * begins with, and its modules without their types, compiled; see docs/decisions/0163.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const compiledCode = join(import.meta.dirname, '../prepared/compiled-code');
mkdirSync(compiledCode, { recursive: true, mode: 0o700 });
enableCompileCache(compiledCode);

const source = join(import.meta.dirname, '../src');
const { buildPreparedDatabase } = await import('../src/build-prepared-database.ts');
await buildPreparedDatabase();
// Loaded, not run: what a command loads when it starts, and what each module loads when it is opened.
await import('../src/main.ts');
for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (/^\w+\/open\.ts$|\/commands\/\w[\w-]*\.ts$/.test(path)) await import(join(source, path));
}
flushCompileCache();
