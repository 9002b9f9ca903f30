import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findCompiledCodeFolder } from '../../src/cli/compiled-code-folder.ts';

async function makeDataFolder(t: TestContext, mode: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'confere-code-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, mode);
  return directory;
}

/** Where a start finds compiled code that has no folder beside its sources. */
const find = (dataDir: string | undefined) => findCompiledCodeFolder(dataDir, '/nonexistent/compiled-code');

describe('compiled code is kept', () => {
  it('with the sources, when an installation made the folder and nobody else may write there', async (t) => {
    const installed = await makeDataFolder(t, 0o755);
    const prepared = join(installed, 'compiled-code');
    const dataDir = await makeDataFolder(t, 0o700);
    assert.equal(findCompiledCodeFolder(undefined, prepared), undefined);
    assert.equal(findCompiledCodeFolder(dataDir, prepared), join(dataDir, 'compiled-code'));
    await mkdir(prepared, { mode: 0o700 });
    assert.equal(findCompiledCodeFolder(undefined, prepared), prepared);
    assert.equal(findCompiledCodeFolder(dataDir, prepared), prepared);
    for (const folder of [prepared, installed]) {
      const { mode } = await stat(folder);
      await chmod(folder, 0o777);
      assert.equal(findCompiledCodeFolder(undefined, prepared), undefined);
      await chmod(folder, mode);
    }
  });

  it('in the data folder, readable and writable by its owner', async (t) => {
    for (const mode of [0o700, 0o755]) {
      const dataDir = await makeDataFolder(t, mode);
      const folder = join(dataDir, 'compiled-code');
      assert.equal(find(dataDir), folder);
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      assert.equal(find(dataDir), folder, 'the next start');
    }
  });

  it('nowhere that others may write', async (t) => {
    for (const mode of [0o770, 0o707, 0o1777]) {
      const dataDir = await makeDataFolder(t, mode);
      assert.equal(find(dataDir), undefined);
      assert.deepEqual(await readdir(dataDir), []);
    }
    const dataDir = await makeDataFolder(t, 0o700);
    await mkdir(join(dataDir, 'compiled-code'));
    await chmod(join(dataDir, 'compiled-code'), 0o770);
    assert.equal(find(dataDir), undefined);
  });

  it('nowhere without a data folder', async (t) => {
    const dataDir = await makeDataFolder(t, 0o700);
    assert.equal(find(join(dataDir, 'none')), undefined);
    assert.equal(find(''), undefined);
    assert.equal(find(undefined), undefined);
  });
});

const source = pathToFileURL(join(import.meta.dirname, '../../src/cli/compiled-code-folder.ts'));

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
