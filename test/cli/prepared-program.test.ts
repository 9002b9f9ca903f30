import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleProgram } from '../../bin/bundle-program.ts';
import { findCompiledCodeFolder, findPreparedProgram } from '../../src/cli/prepared-program.ts';

const files = {
  'package-lock.json': `{ "packages": {
    "node_modules/a-package": { "version": "1.0.0" },
    "node_modules/a-tool": { "version": "1.0.0", "dev": true } } }`,
  'src/process/run-program.ts': `
    import { greet } from 'a-package';
    export async function runConfere(): Promise<string> {
      const { readOwn } = await import('../inner/part.ts');
      return greet(readOwn() as string);
    }`,
  'src/inner/part.ts': `
    import { readFileSync } from 'node:fs';
    export class Part {}
    export const readOwn = () => readFileSync(new URL('./own.txt', import.meta.url), 'utf8') + Part.name;`,
  'src/inner/own.txt': 'own text of ',
  'node_modules/a-package/package.json':
    '{ "name": "a-package", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/a-package/index.js': 'export const greet = (text) => "Hello, " + text;',
};

/** An installation whose program has two sources and one package. */
async function makeInstallation(
  t: TestContext,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'confere-program-')));
  t.after(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await mkdir(join(root, 'prepared'), { mode: 0o755 });
  return root;
}

it('a bundled program does what its sources do, and finds their files', async (t) => {
  const root = await makeInstallation(t);
  const written = await bundleProgram(root);
  const address = findPreparedProgram(root);
  assert.ok(address !== undefined);
  assert.ok(written.length >= 2);
  const { runConfere } = await import(address);
  assert.equal(await runConfere(), 'Hello, own text of Part');
});

it('a bundled program keeps a call that is only there to throw', async (t) => {
  const root = await makeInstallation(t, {
    'src/process/run-program.ts': `
      export async function runConfere(): Promise<string> {
        try {
          decodeURIComponent('%');
          return 'passed';
        } catch {
          return 'refused';
        }
      }`,
  });
  await bundleProgram(root);
  const { runConfere } = await import(findPreparedProgram(root)!);
  assert.equal(await runConfere(), 'refused');
});

it('a bundle is used while what it was made of is unchanged', async (t) => {
  for (const [path, text] of [
    ['src/inner/part.ts', 'export const readOwn = () => "changed";'],
    ['node_modules/a-package/package.json', '{ "name": "a-package", "version": "1.0.1" }'],
  ] as const) {
    const root = await makeInstallation(t);
    assert.equal(findPreparedProgram(root), undefined);
    await bundleProgram(root);
    assert.notEqual(findPreparedProgram(root), undefined);
    await writeFile(join(root, path), text);
    assert.equal(findPreparedProgram(root), undefined, path);
  }
  const root = await makeInstallation(t);
  await bundleProgram(root);
  await rm(join(root, 'src/inner/part.ts'));
  assert.equal(findPreparedProgram(root), undefined);
});

it('a bundle that others could have written is not used', async (t) => {
  const root = await makeInstallation(t);
  await bundleProgram(root);
  for (const folder of ['prepared', 'prepared/program']) {
    await chmod(join(root, folder), 0o777);
    assert.equal(findPreparedProgram(root), undefined, folder);
    await chmod(join(root, folder), 0o755);
  }
  assert.notEqual(findPreparedProgram(root), undefined);
});

it('a package that finds files beside itself is not bundled unnoticed', async (t) => {
  const root = await makeInstallation(t, {
    'node_modules/a-package/index.js': 'export const greet = () => import.meta.dirname;',
  });
  await assert.rejects(bundleProgram(root), /a-package\/index\.js finds files beside itself/);
});

it('a bundle is used where the packages of development are removed', async (t) => {
  const tool = {
    'node_modules/a-tool/package.json': '{ "name": "a-tool", "version": "1.0.0", "main": "./index.js" }',
    'node_modules/a-tool/index.js': 'exports.color = () => true;',
  };
  const root = await makeInstallation(t, {
    ...tool,
    'node_modules/a-package/package.json':
      '{ "name": "a-package", "version": "1.0.0", "exports": "./index.js" }',
    'node_modules/a-package/index.js': `
      let color = () => 'without';
      try { color = require('a-tool').color; } catch {}
      exports.greet = () => color();`,
  });
  await bundleProgram(root);
  await rm(join(root, 'node_modules/a-tool'), { recursive: true });
  const address = findPreparedProgram(root);
  assert.ok(address !== undefined);
  const { runConfere } = await import(address);
  assert.equal(await runConfere(), 'without');

  const needy = await makeInstallation(t, {
    ...tool,
    'node_modules/a-package/index.js': `
      import '../a-tool/index.js';
      export const greet = (text) => text;`,
  });
  await assert.rejects(bundleProgram(needy), /node_modules\/a-tool is only there for development/);
});

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

const source = pathToFileURL(join(import.meta.dirname, '../../src/cli/prepared-program.ts'));

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
