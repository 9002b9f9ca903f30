import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-networks.ts';
import { toRecognitionPack } from '../../src/engine/packs/to-engine-pack.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import {
  makeLivenessNetwork,
  makeRecognitionNetwork,
  recognitionManifest,
  testCalibration,
  writeMiniFasNetFolder,
  writePackFolder,
} from './packs/generated-packs.ts';

const root = new URL('../../', import.meta.url);
describe('the networks that come with the installation', () => {
  for (const which of ['recognition', 'liveness'] as const) {
    test(`the ${which} network has the pinned hash and opens`, async () => {
      const { file, description } = getPackagedNetwork(which);
      const network = await openNetwork(file);
      assert.deepEqual(network.inputShape, which === 'recognition' ? [3, 112, 112] : [3, 128, 128]);
      await network.release();
      assert.equal(description.licence, 'MIT');
      assert.match(description.origin ?? '', /Faceplugin-ltd.*do not state/);
    });

    test(`a ${which} network of other bytes is refused`, async (t) => {
      const directory = await mkdtemp(join(tmpdir(), 'confere-altered-'));
      t.after(() => rm(directory, { recursive: true }));
      const { file } = getPackagedNetwork(which);
      const path = join(directory, 'altered.onnx');
      await copyFile(file.path, path);
      const bytes = await readFile(path);
      bytes[bytes.length - 1]! ^= 1;
      await writeFile(path, bytes);
      await assert.rejects(openNetwork({ path, sha256: file.sha256 }), /has changed/);
    });
  }

  test('without recognition and liveness a start names the file, unless a recognition pack and MiniFASNet are chosen', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'confere-without-'));
    t.after(() => rm(directory, { recursive: true }));
    await cp(new URL('src', root), join(directory, 'src'), { recursive: true });
    await copyFile(new URL('package.json', root), join(directory, 'package.json'));
    await symlink(new URL('node_modules', root), join(directory, 'node_modules'));
    const networksFolder = join(directory, 'packages/networks');
    await cp(new URL('packages/networks/networks.json', root), join(networksFolder, 'networks.json'));
    for (const name of ['detector', 'quick-detector', 'landmarks']) {
      await cp(
        new URL(`packages/networks/dist/${name}.onnx`, root),
        join(networksFolder, `dist/${name}.onnx`),
      );
    }
    const photo = join(directory, 'photo.jpg');
    await writeFile(photo, (await cutFacePhotos()).sameWoman[0]);
    const modelsDir = join(directory, 'minifasnet');
    const networks = [-2, 1].map((score) => makeLivenessNetwork({ score, slope: 0 })) as [
      Uint8Array,
      Uint8Array,
    ];
    const livenessBuilds = await writeMiniFasNetFolder(modelsDir, ...networks);
    const recognitionNetwork = makeRecognitionNetwork(1);
    const manifest = recognitionManifest('alpha', recognitionNetwork);
    await writePackFolder(join(directory, 'alpha'), manifest, recognitionNetwork);
    const recognition = toRecognitionPack(join(directory, 'alpha'), manifest, testCalibration);
    const choices = [{}, { packs: { recognition }, modelsDir, livenessBuilds }];
    const program = join(directory, 'analyse.mjs');
    await writeFile(
      program,
      `import { readFile } from 'node:fs/promises';
       import { createOnnxFaceEngine } from './src/engine/create-onnx-face-engine.ts';
       const said = [];
       for (const options of ${JSON.stringify(choices)}) {
         try {
           const engine = createOnnxFaceEngine({ workers: 1, timeoutMs: 60_000, ...options });
           const { templateModel, liveness } = await engine.analyse(await readFile(${JSON.stringify(photo)}));
           said.push([engine.templateModels(), templateModel, liveness.engine]);
           await engine.close();
         } catch ({ code, detail }) {
           said.push([code, detail]);
         }
       }
       console.log(JSON.stringify(said));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: directory });
    const [refusal, made] = JSON.parse(stdout);
    assert.equal(refusal[0], 'network_missing');
    assert.match(refusal[1], /recognition\.onnx/);
    const { templateModel } = recognition;
    assert.deepEqual(made, [[templateModel], templateModel, 'minifasnet@1']);
  });
});
