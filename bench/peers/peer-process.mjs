/**
 * One peer in a process of its own: paths of photos come as lines, embeddings and times go back as lines of JSON.
 * Plain JavaScript on purpose: neither package has types that fit the build used here.
 *
 *   node peer-process.mjs <folder with node_modules> human|face-api
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';

const [folder, peer] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
/** Neither package lets its package.json or this build be asked for by name. */
const packageFolder = (name) => join(folder, 'node_modules', name);
const wasmFolder = `${packageFolder('@tensorflow/tfjs-backend-wasm')}/dist/`;
// Both libraries print to standard output, which carries the answers here.
console.log = console.info = console.warn = (...words) => console.error(...words);

const describe = peer === 'human' ? await openHuman() : await openFaceApi();
process.stdout.write('{"ready":true}\n');
for await (const path of createInterface({ input: process.stdin })) {
  const bytes = readFileSync(path);
  const start = performance.now();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const embedding = await describe(data, info.height, info.width);
  const ms = performance.now() - start;
  process.stdout.write(`${JSON.stringify({ path, ms, embedding })}\n`);
}

/** As its documentation shows for faces alone: everything else it can do is off. */
async function openHuman() {
  const { Human } = require(join(packageFolder('@vladmandic/human'), 'dist/human.node-wasm.js'));
  const off = { enabled: false };
  // This build reads its models over HTTP alone.
  const models = `${packageFolder('@vladmandic/human')}/models/`;
  const server = createServer((request, response) => response.end(readFileSync(join(models, request.url))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const human = new Human({
    backend: 'wasm',
    wasmPath: wasmFolder,
    modelBasePath: `http://127.0.0.1:${server.address().port}/`,
    cacheSensitivity: 0,
    debug: false,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    face: {
      enabled: true,
      detector: { rotation: true, return: true, maxDetected: 1 },
      mesh: { enabled: true },
      iris: off,
      emotion: off,
      attention: off,
      description: { enabled: true },
    },
  });
  await human.load();
  server.close();
  return async (pixels, height, width) => {
    const tensor = human.tf.tensor3d(pixels, [height, width, 3], 'int32');
    const { face } = await human.detect(tensor);
    human.tf.dispose(tensor);
    return face[0]?.embedding;
  };
}

async function openFaceApi() {
  require('@tensorflow/tfjs-backend-wasm').setWasmPaths(wasmFolder);
  const faceapi = require(join(packageFolder('@vladmandic/face-api'), 'dist/face-api.node-wasm.js'));
  await faceapi.tf.setBackend('wasm');
  await faceapi.tf.ready();
  const models = join(packageFolder('@vladmandic/face-api'), 'model');
  await faceapi.nets.ssdMobilenetv1.loadFromDisk(models);
  await faceapi.nets.faceLandmark68Net.loadFromDisk(models);
  await faceapi.nets.faceRecognitionNet.loadFromDisk(models);
  const options = new faceapi.SsdMobilenetv1Options({ minConfidence: 0.3 });
  return async (pixels, height, width) => {
    const tensor = faceapi.tf.tensor3d(pixels, [height, width, 3], 'int32');
    const found = await faceapi.detectSingleFace(tensor, options).withFaceLandmarks().withFaceDescriptor();
    faceapi.tf.dispose(tensor);
    return found === undefined ? undefined : Array.from(found.descriptor);
  };
}
