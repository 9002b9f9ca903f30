import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findCompiledCodeFolder } from '../../src/cli/compiled-code-folder.ts';

async function makeDataFolder(t: TestContext, mode: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'confere-code-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, mode);
  return directory;
}

describe('compiled code is kept', () => {
  it('in the data folder, readable and writable by its owner', async (t) => {
    for (const mode of [0o700, 0o755]) {
      const dataDir = await makeDataFolder(t, mode);
      const folder = join(dataDir, 'compiled-code');
      assert.equal(findCompiledCodeFolder(dataDir), folder);
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      assert.equal(findCompiledCodeFolder(dataDir), folder, 'the next start');
    }
  });

  it('nowhere that others may write', async (t) => {
    for (const mode of [0o770, 0o707, 0o1777]) {
      const dataDir = await makeDataFolder(t, mode);
      assert.equal(findCompiledCodeFolder(dataDir), undefined);
      assert.deepEqual(await readdir(dataDir), []);
    }
    const dataDir = await makeDataFolder(t, 0o700);
    await mkdir(join(dataDir, 'compiled-code'));
    await chmod(join(dataDir, 'compiled-code'), 0o770);
    assert.equal(findCompiledCodeFolder(dataDir), undefined);
  });

  it('nowhere without a data folder', async (t) => {
    const dataDir = await makeDataFolder(t, 0o700);
    assert.equal(findCompiledCodeFolder(join(dataDir, 'none')), undefined);
    assert.equal(findCompiledCodeFolder(''), undefined);
  });
});
