import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url);

/** A checkout of its own with everything that the build reads. */
async function makeCheckout(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-networks-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(new URL('src/engine/onnx', root), join(folder, 'src/engine/onnx'), { recursive: true });
  await cp(new URL('packages/networks', root), join(folder, 'packages/networks'), { recursive: true });
  await symlink(new URL('node_modules', root), join(folder, 'node_modules'));
  await cp(new URL('package.json', root), join(folder, 'package.json'));
  return folder;
}

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

test('the build makes the listed bytes from the weights, and again only what is not as it must be', async (t) => {
  const folder = await makeCheckout(t);
  const networks = join(folder, 'packages/networks');
  const build = () => run(process.execPath, [join(networks, 'build.ts')], { cwd: folder });
  const dist = join(networks, 'dist');
  await rm(dist, { recursive: true });
  await build();
  const list = JSON.parse(await readFile(join(networks, 'networks.json'), 'utf8'));
  for (const [name, { sha256 }] of Object.entries<{ sha256: string }>(list)) {
    assert.equal(await hashOf(join(dist, `${name}.onnx`)), sha256);
  }
  const made = await readdir(dist);
  assert.ok(made.includes('sample1.jpg'));
  const { mtimeMs } = await stat(join(dist, 'detector.onnx'));
  await build();
  assert.equal((await stat(join(dist, 'detector.onnx'))).mtimeMs, mtimeMs);
  await truncate(join(dist, 'landmarks.onnx'), 1_000);
  await build();
  assert.equal(await hashOf(join(dist, 'landmarks.onnx')), list.landmarks.sha256);
  assert.deepEqual(await readdir(dist), made);
  assert.deepEqual(
    (await readdir(networks)).filter((name) => name.startsWith('.dist')),
    [],
  );
});

test('other bytes than the listed ones are refused, and what was there stays', async (t) => {
  const folder = await makeCheckout(t);
  const networks = join(folder, 'packages/networks');
  const listPath = join(networks, 'networks.json');
  const list = JSON.parse(await readFile(listPath, 'utf8'));
  list.detector.sha256 = '0'.repeat(64);
  await writeFile(listPath, JSON.stringify(list));
  await assert.rejects(
    run(process.execPath, [join(networks, 'build.ts')], { cwd: folder }),
    /detector has the SHA-256/,
  );
  assert.equal(await hashOf(join(networks, 'dist/landmarks.onnx')), list.landmarks.sha256);
});

test('a network whose package is gone is left out with a line, and one that was made stays', async (t) => {
  const folder = await makeCheckout(t);
  const networks = join(folder, 'packages/networks');
  await rm(join(folder, 'node_modules'));
  await rm(join(networks, 'dist/liveness.onnx'));
  const { stdout } = await run(process.execPath, [join(networks, 'build.ts')], { cwd: folder });
  assert.match(stdout, /^liveness is left out: faceplugin-face-recognition-js is not installed$/m);
  const made = await readdir(join(networks, 'dist'));
  assert.ok(
    made.includes('recognition.onnx') && made.includes('sample6.jpg') && !made.includes('liveness.onnx'),
  );
});

test('the tool chain of a package is replaced by an empty one, and nothing of it runs at install', async () => {
  const { overrides, allowScripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'));
  const { dependencies, hasInstallScript } = lock.packages['node_modules/faceplugin-face-recognition-js'];
  const replaced = overrides['faceplugin-face-recognition-js'];
  assert.deepEqual(Object.keys(replaced).sort(), Object.keys(dependencies).sort());
  assert.deepEqual([...new Set(Object.values(replaced))], ['npm:@favware/skip-dependency@1.2.2']);
  assert.equal(hasInstallScript, undefined);
  assert.equal(allowScripts['faceplugin-face-recognition-js'], undefined);
});
