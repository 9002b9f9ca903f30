/**
 * Writes the two networks of the earlier default as recognition packs, to measure how much a pack adds to the default
 * network.
 *
 *   node bench/face/pack-earlier-networks.ts <folder>
 *   node bin/confere.js models add <folder>/dlib-resnet
 *   node bin/confere.js models calibrate dlib-resnet --images <photos named person_number.jpg>
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertFaceRecognition } from '../../src/engine/convert/convert-face-recognition.ts';
import { decodeWeights } from '../../src/engine/convert/decode-weights.ts';
import { ensureConvertedModels } from '../../src/engine/convert/ensure-converted-models.ts';
import { listPackagedModels } from '../../src/engine/packaged-models.ts';
import { parseManifest } from '../../src/engine/packs/pack-manifest.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/face/pack-earlier-networks.ts <folder>');

const { sources } = listPackagedModels().find(({ file }) => file === 'embedding-a')!;
const [manifest, weights] = await Promise.all(sources.map((path) => readFile(path)));
const groups = JSON.parse((manifest as Buffer).toString()) as {
  weights: Parameters<typeof decodeWeights>[0];
}[];
const first = convertFaceRecognition(
  decodeWeights(
    groups.flatMap((group) => group.weights),
    weights as Buffer,
  ),
  1,
);
const common = { format: 'confere-pack@1', version: '1', role: 'recognition', licence: 'MIT' } as const;
await writePack('dlib-resnet', first, {
  ...common,
  input: { size: 150, colourOrder: 'rgb', mean: [122.782, 117.001, 104.298], std: [256, 256, 256] },
  // The mean places of eyes, nose tip and mouth corners in dlib's chip of 150 pixels.
  alignment: [
    [47.47, 47.01],
    [100.55, 46.94],
    [73.63, 75.85],
    [51.37, 104.58],
    [97.47, 104.2],
  ],
  output: { kind: 'embedding', values: 128 },
});
const models = await ensureConvertedModels(join(tmpdir(), 'confere-calibration'));
await writePack('human-faceres', await readFile(models['embedding-b'].path), {
  ...common,
  input: { size: 224, colourOrder: 'bgr', mean: [103.939, 116.779, 123.68], std: [1, 1, 1] },
  alignment: 'five-point-112',
  output: { kind: 'embedding', values: 1024 },
});

async function writePack(name: string, network: Uint8Array, manifest: object): Promise<void> {
  const sha256 = createHash('sha256').update(network).digest('hex');
  const text = JSON.stringify({ ...manifest, name, files: [{ name: 'network.onnx', sha256 }] }, null, 2);
  parseManifest(text);
  const target = join(folder as string, name);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'network.onnx'), network);
  await writeFile(join(target, 'confere-pack.json'), text);
}
