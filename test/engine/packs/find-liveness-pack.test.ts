import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findLivenessPack } from '../../../src/engine/packs/find-liveness-pack.ts';
import { hashOf, makeLivenessNetwork, writeMiniFasNetFolder } from '../packs/generated-packs.ts';

const networks = [makeLivenessNetwork({ score: 0 }), makeLivenessNetwork({ score: 1 })] as const;

test('without a folder, or with an absent or empty one, the packaged networks are used without complaint', async (t) => {
  const folder = await temporaryFolder(t);
  for (const modelsDir of [undefined, folder, join(folder, 'absent')]) {
    assert.deepEqual(findLivenessPack(modelsDir), { pack: undefined, problems: [] });
  }
});

test('a file whose hash is not known is not loaded, and the reason names it', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'MiniFASNetV2.onnx'), 'not the network');
  const { pack, problems } = findLivenessPack(folder);
  assert.equal(pack, undefined);
  assert.match(problems.join(), /MiniFASNetV2\.onnx is not loaded: its SHA-256 [0-9a-f]{64}/);
});

test('both known files make the pack, in the folder itself or in its minifasnet folder', async (t) => {
  const folder = await temporaryFolder(t);
  const inner = join(folder, 'minifasnet');
  const builds = await writeMiniFasNetFolder(inner, ...networks);
  for (const modelsDir of [folder, inner]) {
    const { pack, problems } = findLivenessPack(modelsDir, builds);
    assert.deepEqual(
      [pack?.networks.map(({ file }) => file), problems],
      [
        [
          { path: join(inner, 'MiniFASNetV2.onnx'), sha256: hashOf(networks[0]) },
          { path: join(inner, 'MiniFASNetV1SE.onnx'), sha256: hashOf(networks[1]) },
        ],
        [],
      ],
    );
  }
  assert.equal(findLivenessPack(folder).pack, undefined, 'these are not the published builds');
});

test('half a pack is not used, and the missing file is named', async (t) => {
  for (const missing of ['MiniFASNetV2.onnx', 'MiniFASNetV1SE.onnx']) {
    const folder = await temporaryFolder(t);
    const builds = await writeMiniFasNetFolder(folder, ...networks);
    await rm(join(folder, missing));
    assert.deepEqual(findLivenessPack(folder, builds), {
      pack: undefined,
      problems: [`The liveness pack is incomplete without ${missing}`],
    });
  }
});

test('a file with the name of one network and the hash of the other is not used', async (t) => {
  const folder = await temporaryFolder(t);
  const builds = await writeMiniFasNetFolder(folder, ...networks);
  await writeFile(join(folder, 'MiniFASNetV2.onnx'), networks[1]);
  assert.equal(findLivenessPack(folder, builds).pack, undefined);
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-pack-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
