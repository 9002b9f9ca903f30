import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-models.ts';
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
const folder = '/faceplugin-face-recognition-js/';

describe('the two networks of faceplugin-face-recognition-js', () => {
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

  test('its tool chain is replaced by an empty package, and nothing of it runs at install', async () => {
    const { overrides, allowScripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
    const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'));
    const { dependencies, hasInstallScript } = lock.packages['node_modules/faceplugin-face-recognition-js'];
    const replaced = overrides['faceplugin-face-recognition-js'];
    assert.deepEqual(Object.keys(replaced).sort(), Object.keys(dependencies).sort());
    assert.deepEqual([...new Set(Object.values(replaced))], ['npm:@favware/skip-dependency@1.2.2']);
    assert.equal(hasInstallScript, undefined);
    assert.equal(allowScripts['faceplugin-face-recognition-js'], undefined);
  });

  test('no module of the package is loaded by any thread while a photo is analysed', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'confere-modules-'));
    t.after(() => rm(directory, { recursive: true }));
    const [listed, hooks, program] = ['loaded.txt', 'hooks.mjs', 'analyse.mjs'].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    const photo = join(directory, 'photo.jpg');
    await writeFile(photo, (await cutFacePhotos()).sameWoman[0]);
    // Each thread that starts runs this first, and reports every module, CommonJS ones too.
    await writeFile(
      hooks,
      `import { appendFileSync } from 'node:fs';
       import { registerHooks } from 'node:module';
       registerHooks({ load(url, context, next) {
         appendFileSync(${JSON.stringify(listed)}, url + '\\n');
         return next(url, context);
       } });`,
    );
    await writeFile(
      program,
      `import { readFile } from 'node:fs/promises';
       import { createOnnxFaceEngine } from ${JSON.stringify(new URL('src/engine/index.ts', root).href)};
       const engine = createOnnxFaceEngine({ dataDir: ${JSON.stringify(directory)}, workers: 1 });
       const { template, liveness } = await engine.analyse(await readFile(${JSON.stringify(photo)}));
       console.log(JSON.stringify({ bytes: template.length, engine: liveness.engine }));
       await engine.close();`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', hooks, program]);
    assert.deepEqual(JSON.parse(stdout), { bytes: 2_048, engine: 'fr-liveness@2' });
    const urls = (await readFile(listed, 'utf8')).trim().split('\n');
    for (const seen of ['/create-onnx-face-engine.ts', '/face-worker.ts', '/onnxruntime-node/']) {
      assert.ok(
        urls.some((url) => url.includes(seen)),
        `${seen} was not seen: the hooks see nothing`,
      );
    }
    assert.deepEqual(
      urls.filter((url) => url.includes(folder)),
      [],
    );
  });

  test('without the package a start names it, unless a recognition pack and MiniFASNet are chosen', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'confere-without-'));
    t.after(() => rm(directory, { recursive: true }));
    await cp(new URL('src', root), join(directory, 'src'), { recursive: true });
    await copyFile(new URL('package.json', root), join(directory, 'package.json'));
    await mkdir(join(directory, 'node_modules'));
    for (const name of await readdir(new URL('node_modules', root))) {
      if (folder.includes(name)) continue;
      await symlink(new URL(`node_modules/${name}`, root), join(directory, 'node_modules', name));
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
       import { createOnnxFaceEngine } from './src/engine/index.ts';
       const said = [];
       for (const options of ${JSON.stringify(choices)}) {
         try {
           const engine = createOnnxFaceEngine({ dataDir: '.', workers: 1, timeoutMs: 60_000, ...options });
           const { templateModel, liveness } = await engine.analyse(await readFile(${JSON.stringify(photo)}));
           said.push([engine.templateModels(), templateModel, liveness.engine]);
           await engine.close();
         } catch ({ message }) {
           said.push(message);
         }
       }
       console.log(JSON.stringify(said));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: directory });
    const [refusal, made] = JSON.parse(stdout);
    assert.match(refusal, /^faceplugin-face-recognition-js is not installed; docs\/guides\/model-packs\.md/);
    const { templateModel } = recognition;
    assert.deepEqual(made, [[templateModel], templateModel, 'minifasnet@1']);
  });
});
