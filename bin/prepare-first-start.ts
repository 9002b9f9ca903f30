/**
 * Makes what a first start would otherwise make itself, after an installation of the sources: the database that it
 * begins with, the program in few files, and its modules without their types, compiled; see docs/decisions/0163.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const prepared = join(root, 'prepared');
const compiledCode = join(prepared, 'compiled-code');
mkdirSync(compiledCode, { recursive: true });
// The program may run as a user that is not the owner of its files.
chmodSync(prepared, 0o755);
chmodSync(compiledCode, 0o700);
enableCompileCache(compiledCode);

const { buildPreparedDatabase } = await import('../src/process/build-prepared-database.ts');
// The bundler works in threads of its own meanwhile.
const [bundle] = await Promise.all([buildBundle(), buildPreparedDatabase()]);
// Loaded, not run: what a command loads when it starts, and what each module loads when it is opened.
for (const file of bundle) await import(file);
const source = join(root, 'src');
await import('../src/process/run-service.ts');
for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (/^\w+\/open\.ts$|\/commands\/\w[\w-]*\.ts$/.test(path)) await import(join(source, path));
}
flushCompileCache();

async function buildBundle(): Promise<readonly string[]> {
  if (existsSync(join(root, 'node_modules/rolldown'))) {
    const { bundleProgram } = await import('./bundle-program.ts');
    return await bundleProgram(root);
  }
  console.log('program not bundled: rolldown is not installed');
  return [];
}
