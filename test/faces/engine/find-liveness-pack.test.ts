import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findLivenessPack } from '../../../src/faces/engine/find-liveness-pack.ts';

const shared = new URL('../../../../shared/data/models/minifasnet', import.meta.url).pathname;
const skip = existsSync(shared) ? false : 'the MiniFASNet networks are not on this machine';

test('without a folder, or with an absent or empty one, the packaged networks are used without complaint', async (t) => {
  const folder = await temporaryFolder(t);
  for (const modelsDir of [undefined, folder, join(folder, 'absent')]) {
    assert.deepEqual(findLivenessPack(modelsDir), { pack: { kind: 'packaged' }, problems: [] });
  }
});

test('a file whose hash is not known is not loaded, and the reason names it', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'MiniFASNetV2.onnx'), 'not the network');
  const { pack, problems } = findLivenessPack(folder);
  assert.equal(pack.kind, 'packaged');
  assert.match(problems.join(), /MiniFASNetV2\.onnx is not loaded: its SHA-256 [0-9a-f]{64}/);
});

test('both known files make the pack, in the folder itself or in its minifasnet folder', { skip }, () => {
  assert.equal(findLivenessPack(shared).pack.kind, 'minifasnet');
  assert.equal(findLivenessPack(join(shared, '..')).pack.kind, 'minifasnet');
});

test('half a pack is not used, and the missing file is named', { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  await copyFile(join(shared, 'minifasnet_v2.onnx'), join(folder, 'MiniFASNetV2.onnx'));
  const { pack, problems } = findLivenessPack(folder);
  assert.equal(pack.kind, 'packaged');
  assert.match(problems.join(), /MiniFASNetV1SE\.onnx/);
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-pack-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
