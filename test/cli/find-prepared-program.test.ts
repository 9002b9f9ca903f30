import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { bundleProgram } from '../../bin/bundle-program.ts';
import { findPreparedProgram } from '../../src/cli/find-prepared-program.ts';

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
