import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const source = pathToFileURL(join(import.meta.dirname, '../../src/cli/keep-compiled-code.ts'));

/** Says where the process and a thread of it keep compiled code. */
const program = `
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { keepCompiledCode } from '${source}';
keepCompiledCode(process.argv[1]);
console.log(getCompileCacheDir());
new Worker("import('node:module').then((it) => console.log(it.getCompileCacheDir()))", { eval: true });
`;

it('code that a thread compiles is kept where the process keeps its own', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-code-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, folder],
    { env: {} },
  );
  const [own, ofThread] = stdout.trim().split('\n');
  assert.equal(own, join(folder, (await readdir(folder))[0]!));
  assert.equal(ofThread, own);
});
