import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';

const program = join(import.meta.dirname, '../../bin/confere.js');

it('the command line uses compiled code of the installation where nobody else may write', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'confere-installation-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const prepared = join(root, 'prepared');
  const folder = join(prepared, 'compiled-code');
  for (const path of ['bin', 'src']) await mkdir(join(root, path));
  await copyFile(program, join(root, 'bin/confere.js'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(root, 'src/main.ts'),
    "import { getCompileCacheDir } from 'node:module';\nconsole.log(getCompileCacheDir() as string);\n",
  );
  const usedFolder = async () => {
    const run = await promisify(execFile)(process.execPath, [join(root, 'bin/confere.js')], { env: {} });
    return run.stdout.trim();
  };

  assert.equal(await usedFolder(), 'undefined');
  await mkdir(prepared, { mode: 0o755 });
  await mkdir(folder, { mode: 0o700 });
  assert.match(await usedFolder(), /prepared.compiled-code./);
  for (const [path, mode] of [
    [folder, 0o770],
    [prepared, 0o777],
  ] as const) {
    await chmod(path, mode);
    assert.equal(await usedFolder(), 'undefined');
    await chmod(path, 0o700);
  }
  await rm(folder, { recursive: true });
  await symlink(join(root, 'elsewhere'), folder);
  assert.equal(await usedFolder(), 'undefined');
});
