import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { listPacks } from '../../../src/engine/packs/describe-packs.ts';
import { addPack, verifyPacks } from '../../../src/engine/packs/install-pack.ts';
import { loadEnginePacks } from '../../../src/engine/packs/load-engine-packs.ts';
import { parseManifest } from '../../../src/engine/packs/pack-manifest.ts';
import { publishedPacks } from '../../../src/engine/packs/published-packs.ts';
import { packagedNames, usePack } from '../../../src/engine/packs/use-pack.ts';
import {
  detectorManifest,
  livenessManifest,
  makeLivenessNetwork,
  makeRecognitionNetwork,
  makeScrfdNetwork,
  recognitionManifest,
  writePackFolder,
} from './generated-packs.ts';

const network = makeRecognitionNetwork(1);
const rate = 1e-4;

async function makeFolders(t: TestContext): Promise<{ directory: string; source: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-packs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { directory: join(folder, 'packs'), source: join(folder, 'source') };
}

describe('addPack', () => {
  it('installs a pack of each role whose networks do what its manifest says', async (t) => {
    const { directory, source } = await makeFolders(t);
    const liveness = makeLivenessNetwork();
    const detector = makeScrfdNetwork(64, []);
    await writePackFolder(join(source, 'r'), recognitionManifest('faces', network), network);
    await writePackFolder(join(source, 'd'), detectorManifest('finder', detector, 64), detector);
    await writePackFolder(join(source, 'l'), livenessManifest('alive', liveness), liveness);
    for (const folder of ['r', 'd', 'l']) {
      assert.equal((await addPack(directory, join(source, folder))).outcome, 'installed');
      assert.equal((await addPack(directory, join(source, folder))).outcome, 'present');
    }
    const verdicts = await verifyPacks(directory);
    assert.deepEqual(
      verdicts.map(({ id, isSound }) => [id, isSound]),
      [
        ['alive@1', true],
        ['faces@1', true],
        ['finder@1', true],
      ],
    );
  });

  const refusals = [
    {
      why: 'a file with another hash',
      code: 'pack_file_changed',
      manifest: recognitionManifest('faces', makeRecognitionNetwork(2)),
    },
    {
      why: 'an input of another size',
      code: 'pack_network_unfit',
      manifest: recognitionManifest('faces', network, {
        input: { size: 128, colourOrder: 'rgb', mean: [0, 0, 0], std: [1, 1, 1] },
      }),
    },
    {
      why: 'an embedding of another length',
      code: 'pack_network_unfit',
      manifest: recognitionManifest('faces', network, { output: { kind: 'embedding', values: 512 } }),
    },
    {
      why: 'a detector that is none',
      code: 'pack_network_unfit',
      manifest: detectorManifest('faces', network, 112),
    },
    {
      why: 'a file name that leads out of the folder',
      code: 'pack_manifest_invalid',
      manifest: recognitionManifest('faces', network, {
        files: [{ name: '../network.onnx', sha256: '0'.repeat(64) }],
      }),
    },
    {
      why: 'a name that is a path',
      code: 'pack_manifest_invalid',
      manifest: recognitionManifest('../faces', network),
    },
  ];
  for (const { why, code, manifest } of refusals) {
    it(`refuses ${why}, leaving nothing behind`, async (t) => {
      const { directory, source } = await makeFolders(t);
      const name = manifest.files[0]!.name.includes('/') ? [] : manifest.files;
      await writePackFolder(source, { ...manifest, files: name }, network);
      await writeFile(join(source, 'confere-pack.json'), JSON.stringify(manifest));
      await assert.rejects(addPack(directory, source), { code });
      assert.deepEqual(await readdir(directory).catch(() => []), []);
    });
  }

  it('refuses a network that says the same of every picture', async (t) => {
    const { directory, source } = await makeFolders(t);
    const constant = makeRecognitionNetwork(0, 64, 112, 0);
    await writePackFolder(source, recognitionManifest('faces', constant), constant);
    await assert.rejects(addPack(directory, source), { code: 'pack_network_unfit' });
  });

  it('refuses another pack under the name and version of an installed one', async (t) => {
    const { directory, source } = await makeFolders(t);
    await writePackFolder(join(source, 'a'), recognitionManifest('faces', network), network);
    const other = makeRecognitionNetwork(3);
    await writePackFolder(join(source, 'b'), recognitionManifest('faces', other), other);
    await addPack(directory, join(source, 'a'));
    await assert.rejects(addPack(directory, join(source, 'b')), { code: 'pack_exists' });
  });
});

describe('usePack', () => {
  it('is on record for the next start, and taken back by the name of the packaged networks', async (t) => {
    const { directory, source } = await makeFolders(t);
    await writePackFolder(source, recognitionManifest('faces', network), network);
    await addPack(directory, source);
    await usePack(directory, 'faces', rate);
    const chosen = await loadEnginePacks({ directory, falseMatchRate: rate, onProblem: assert.fail });
    assert.match(chosen.recognition?.templateModel ?? '', /^faces@1\+[0-9a-f]{12}$/);
    assert.ok((await listPacks(directory)).some(({ id, inUse }) => id === 'faces@1' && inUse));

    await usePack(directory, packagedNames.recognition, rate);
    const back = await loadEnginePacks({ directory, falseMatchRate: rate, onProblem: assert.fail });
    assert.equal(back.recognition, undefined);
    assert.equal(back.otherRecognition?.length, 1, 'its templates may still be stored');
  });

  it('refuses a recognition pack without a table, and one whose table does not reach the rate', async (t) => {
    const { directory, source } = await makeFolders(t);
    const { calibration: _, ...bare } = recognitionManifest('bare', network) as Record<string, unknown>;
    await writePackFolder(join(source, 'bare'), bare as never, network);
    await writePackFolder(join(source, 'faces'), recognitionManifest('faces', network), network);
    await addPack(directory, join(source, 'bare'));
    await addPack(directory, join(source, 'faces'));
    await assert.rejects(usePack(directory, 'bare', rate), { code: 'pack_not_calibrated' });
    await assert.rejects(usePack(directory, 'faces', 1e-6), { code: 'pack_rate_not_calibrated' });
    await assert.rejects(usePack(directory, 'nobody', rate), { code: 'pack_not_found' });
  });

  it('a pack in use whose file was altered stops the start, and is named by the check', async (t) => {
    const { directory, source } = await makeFolders(t);
    await writePackFolder(source, recognitionManifest('faces', network), network);
    await addPack(directory, source);
    await usePack(directory, 'faces', rate);
    await appendFile(join(directory, 'faces@1', 'network.onnx'), 'x');
    const starting = loadEnginePacks({ directory, falseMatchRate: rate, onProblem: assert.fail });
    await assert.rejects(starting, { code: 'pack_file_changed' });
    const [verdict] = await verifyPacks(directory, 'faces');
    assert.equal(verdict?.problem?.code, 'pack_file_changed');
  });

  it('a damaged record of the choice stops the start: which networks are meant nobody can tell', async (t) => {
    const { directory, source } = await makeFolders(t);
    await writePackFolder(source, recognitionManifest('faces', network), network);
    await addPack(directory, source);
    await writeFile(join(directory, 'in-use.json'), '{ "recognition": "fac');
    const starting = loadEnginePacks({ directory, falseMatchRate: rate, onProblem: assert.fail });
    await assert.rejects(starting, { code: 'pack_choice_unreadable' });
  });

  it('an altered pack that is not in use is left out, and told of', async (t) => {
    const { directory, source } = await makeFolders(t);
    await writePackFolder(source, recognitionManifest('faces', network), network);
    await addPack(directory, source);
    await appendFile(join(directory, 'faces@1', 'network.onnx'), 'x');
    const problems: string[] = [];
    const packs = await loadEnginePacks({
      directory,
      falseMatchRate: rate,
      onProblem: (problem) => problems.push(problem),
    });
    assert.deepEqual(packs.otherRecognition, []);
    assert.match(problems.join(), /faces@1.*SHA-256/);
  });
});

it('every published pack has a manifest as one of a folder must be', () => {
  for (const manifest of publishedPacks) {
    assert.deepEqual(parseManifest(JSON.stringify(manifest)), manifest);
    for (const { url } of manifest.files) assert.match(url ?? '', /^https:\/\//);
  }
  const ids = publishedPacks.map(({ name, version }) => `${name}@${version}`);
  assert.equal(new Set(ids).size, ids.length);
});
