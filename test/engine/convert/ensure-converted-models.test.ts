import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import {
  convertModelsInto,
  ensureConvertedModels,
} from '../../../src/engine/convert/ensure-converted-models.ts';

const run = promisify(execFile);

test('two processes that start at once end up with the same complete models and leave nothing else', async (t) => {
  const dataDir = await temporaryFolder(t);
  const module = new URL('../../../src/engine/convert/ensure-converted-models.ts', import.meta.url).href;
  const script = `
    const { ensureConvertedModels } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(await ensureConvertedModels(${JSON.stringify(dataDir)})));
  `;
  const start = () => run(process.execPath, ['--input-type=module', '--eval', script]);
  const outputs = await Promise.all([start(), start(), start()]);
  const results = outputs.map(({ stdout }) => stdout.trim());
  assert.equal(new Set(results).size, 1);
  const models = await ensureConvertedModels(dataDir);
  assert.equal(JSON.stringify(models), results[0]);
  assert.deepEqual(await readdir(join(dataDir, 'models', 'converted')), [
    dirname(models.detector.path).split('/').at(-1),
  ]);
});

test('models already converted are used as they are', async (t) => {
  const dataDir = await temporaryFolder(t);
  const first = await ensureConvertedModels(dataDir);
  const before = await stat(first.detector.path);
  assert.deepEqual(await ensureConvertedModels(dataDir), first);
  assert.equal((await stat(first.detector.path)).mtimeMs, before.mtimeMs);
});

test('a damaged, shortened, missing or unlisted model is converted again', async (t) => {
  const dataDir = await temporaryFolder(t);
  const models = await ensureConvertedModels(dataDir);
  const sound = await readFile(models.landmarks.path);
  const damages = {
    changed: async () => {
      const bytes = Buffer.from(sound);
      bytes[1000] = (bytes[1000] as number) ^ 1;
      await writeFile(models.landmarks.path, bytes);
    },
    shortened: () => truncate(models.landmarks.path, 1000),
    missing: () => unlink(models.landmarks.path),
    unlisted: () => writeFile(join(dirname(models.landmarks.path), 'manifest.json'), '{}'),
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    await inflict();
    assert.deepEqual(await ensureConvertedModels(dataDir), models, damage);
    assert.ok(sound.equals(await readFile(models.landmarks.path)), damage);
  }
});

test('models that were prepared are used where they are, and damaged ones are not', async (t) => {
  const prepared = await temporaryFolder(t);
  const root = join(await temporaryFolder(t), 'converted');
  const models = await convertModelsInto(prepared);
  assert.deepEqual(await convertModelsInto(root, prepared), models);
  await assert.rejects(stat(root), 'nothing is converted again');
  await truncate(models.detector.path, 1000);
  const own = await convertModelsInto(root, prepared);
  assert.equal(own.detector.sha256, models.detector.sha256);
  assert.ok(own.detector.path.startsWith(root));
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-models-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
