import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { defaultFaceTemplates } from '../../../src/engine/face-template.ts';
import { listPacks } from '../../../src/engine/packs/describe-packs.ts';
import { addPack, removePack } from '../../../src/engine/packs/install-pack.ts';
import { loadEnginePacks } from '../../../src/engine/packs/load-engine-packs.ts';
import {
  type FusionTable,
  getInstalledPack,
  readChoice,
  writeChoice,
} from '../../../src/engine/packs/packs-folder.ts';
import { recognitionOf } from '../../../src/engine/packs/to-engine-pack.ts';
import { packagedNames, usePack } from '../../../src/engine/packs/use-pack.ts';
import {
  livenessManifest,
  makeLivenessNetwork,
  makeRecognitionNetwork,
  recognitionManifest,
  testCalibration,
  writePackFolder,
} from './generated-packs.ts';

it('choices of two roles at once are both kept', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'confere-choices-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  await writeChoice(directory, { recognition: 'alpha@1', detector: 'scrfd@1' });
  await Promise.all(
    [packagedNames.recognition, packagedNames.detector, packagedNames.liveness].map((name) =>
      usePack(directory, name, 1e-4),
    ),
  );
  assert.deepEqual(await readChoice(directory), { liveness: packagedNames.liveness });
  assert.deepEqual(await readdir(directory), ['in-use.json']);
});

it('a pack is used with the default network once both have a table together, until another choice', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-beside-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const directory = join(folder, 'packs');
  const [recognition, liveness] = [makeRecognitionNetwork(1), makeLivenessNetwork()];
  await writePackFolder(join(folder, 'source'), recognitionManifest('alpha', recognition), recognition);
  await addPack(directory, join(folder, 'source'));
  await writePackFolder(join(folder, 'alive'), livenessManifest('alive', liveness), liveness);
  await addPack(directory, join(folder, 'alive'));
  const beside = () => usePack(directory, 'alpha', 1e-4, { besideDefault: true });
  const load = () => loadEnginePacks({ directory, falseMatchRate: 1e-4, onProblem: () => {} });

  await assert.rejects(beside(), { code: 'pack_not_fused' });
  for (const name of ['alive', packagedNames.recognition]) {
    await assert.rejects(usePack(directory, name, 1e-4, { besideDefault: true }), { code: 'pack_not_found' });
  }

  const pack = await getInstalledPack(directory, 'alpha');
  const table: FusionTable = {
    defaultModel: defaultFaceTemplates.templateModel,
    packModel: recognitionOf(pack, 1e-4).templateModel,
    weights: { default: 0.6, pack: 0.4 },
    shares: { default: 0.7, pack: 0.3 },
    calibration: testCalibration,
    leftOut: [],
  };
  const write = (changes: Partial<FusionTable>) =>
    writeFile(join(pack.directory, 'fusion.json'), JSON.stringify({ ...table, ...changes }));
  for (const changes of [{ defaultModel: 'confere-default@2' }, { packModel: 'alpha@1+0' }]) {
    await write(changes);
    await assert.rejects(beside(), { code: 'pack_not_fused' });
  }
  for (const shares of [
    { default: 1, pack: 0 },
    { default: 0, pack: 1 },
  ]) {
    await write({ shares });
    await assert.rejects(beside(), { code: 'pack_adds_nothing' });
  }
  await write({});
  await beside();
  assert.deepEqual(await readChoice(directory), { besideDefault: 'alpha@1' });
  const loaded = await load();
  assert.equal(loaded.recognition, undefined);
  assert.equal(loaded.beside!.pack.templateModel, table.packModel);
  assert.deepEqual(loaded.beside!.shares, table.shares);
  assert.deepEqual(loaded.otherRecognition, []);
  const listed = (await listPacks(directory)).filter(({ togetherWith }) => togetherWith !== undefined);
  assert.deepEqual(
    listed.map(({ id, togetherWith, inUse }) => [id, togetherWith, inUse]),
    [
      [packagedNames.recognition, 'alpha@1', true],
      ['alpha@1', packagedNames.recognition, true],
    ],
  );
  await assert.rejects(removePack(directory, 'alpha'), { code: 'pack_in_use' });

  // Another role's choice leaves it, another choice of recognition ends it.
  await usePack(directory, 'alive', 1e-4);
  assert.equal((await readChoice(directory)).besideDefault, 'alpha@1');
  for (const name of ['alpha', packagedNames.recognition]) {
    await beside();
    await usePack(directory, name, 1e-4);
    assert.equal((await readChoice(directory)).besideDefault, undefined);
    assert.equal((await load()).beside, undefined);
  }
  await beside();
  await write({ packModel: 'alpha@1+0' });
  await assert.rejects(load(), { code: 'pack_not_fused' });
});

it('files of MiniFASNet in the folder are listed as in use with the default network, until another choice', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'confere-packs-'));
  t.after(() => rm(directory, { recursive: true }));
  const inUse = async () => {
    const packs = await listPacks(directory, undefined, 'minifasnet@1');
    return packs
      .filter((pack) => pack.role === 'liveness' && pack.inUse)
      .map(({ id, state, togetherWith }) => [id, state, togetherWith]);
  };
  assert.deepEqual(await inUse(), [
    ['packaged-liveness', 'packaged', 'minifasnet@1'],
    ['minifasnet@1', 'dropped', 'packaged-liveness'],
  ]);
  await usePack(directory, packagedNames.liveness, 1e-4);
  assert.deepEqual(await inUse(), [['packaged-liveness', 'packaged', undefined]]);
});
