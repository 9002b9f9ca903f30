/**
 * Writes `dist`: the networks that the service loads, made from the weights of npm packages, the sample photos of the
 * demo, and their licences. Refuses weights, and results, of other bytes than `networks.json` names; with `--accept` it writes the hashes of
 * the results there. Does nothing when `dist` is as it must be.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { arrangeForRuntime } from '../../src/engine/onnx/arrange-for-runtime.ts';
import type { NetworkDescription } from '../../src/engine/packaged-networks.ts';
import { convertGraphModel, type GraphModelNode, type OutputNames } from './convert/convert-graph-model.ts';
import { decodeWeights, type WeightEntry } from './convert/decode-weights.ts';

type NetworkName = 'detector' | 'quick-detector' | 'landmarks' | 'recognition' | 'liveness';

/** A TensorFlow.js graph of `@vladmandic/human`. */
type Graph = {
  readonly name: string;
  readonly outputs: OutputNames;
  /** Side of the pictures it is converted for, where that is not the graph's own. */
  readonly pictureSize?: number;
};

const boxes = { scores16: 'Identity', scores32: 'Identity_1', boxes16: 'Identity_2', boxes32: 'Identity_3' };

const graphs: Readonly<Record<string, Graph>> = {
  detector: { name: 'blazeface', outputs: boxes },
  'quick-detector': { name: 'blazeface', outputs: boxes, pictureSize: 128 },
  landmarks: { name: 'facemesh', outputs: { mesh: 'Identity_2', flag: 'Identity_1' } },
};

/** ONNX files of `faceplugin-face-recognition-js`, and the only bytes of them that are taken. */
const files: Readonly<Record<string, { readonly name: string; readonly sha256: string }>> = {
  recognition: {
    name: 'fr_feature',
    sha256: '87aacdfe57510db2af90c0251df680e8eec88f122ee94712121d09bcaaaf3581',
  },
  liveness: {
    name: 'fr_liveness',
    sha256: 'afa783b7e902fdfcf323a7240cac2a1c580c25314ea4161129dc1b0d100dc32d',
  },
};

const samples = [1, 2, 3, 4, 5, 6].map((number) => `sample${number}.jpg`);

/** Copies that are handed out need their licence beside them. */
const licences: Readonly<Record<string, string>> = {
  'LICENSE.faceplugin': 'faceplugin-face-recognition-js',
  'LICENSE.human': '@vladmandic/human',
  'LICENSE.face-api': '@vladmandic/face-api',
};

const here = import.meta.dirname;
const listPath = join(here, 'networks.json');
const networks = JSON.parse(await readFile(listPath, 'utf8')) as Record<NetworkName, NetworkDescription>;
const isAccepted = process.argv.includes('--accept');

const dist = join(here, 'dist');
const names = [...Object.keys(networks).map((name) => `${name}.onnx`), ...samples, ...Object.keys(licences)];
const made = await Promise.all(names.map(findMade));
if (isAccepted || made.includes(undefined)) await build();

async function build(): Promise<void> {
  const fresh = join(here, `.dist-${process.pid}`);
  await mkdir(fresh, { recursive: true });
  try {
    for (const [index, name] of names.entries()) {
      const bytes = (isAccepted ? undefined : made[index]) ?? (await make(name));
      if (bytes !== undefined) await writeFile(join(fresh, name), bytes);
    }
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  if (isAccepted) await writeFile(listPath, `${JSON.stringify(networks, null, 2)}\n`);
}

/** A file of `dist` that is as it must be. */
async function findMade(name: string): Promise<Uint8Array | undefined> {
  const bytes = await readFile(join(dist, name)).catch(() => undefined);
  const network = networks[name.replace(/\.onnx$/, '') as NetworkName];
  return bytes === undefined || (network && sha256(bytes) !== network.sha256) ? undefined : bytes;
}

/** Undefined, with a line that says so, when the package that it comes from is not installed. */
async function make(file: string): Promise<Uint8Array | undefined> {
  const name = file.replace(/\.onnx$/, '') as NetworkName;
  const network = networks[name];
  const source = network?.package ?? licences[file] ?? '@vladmandic/face-api';
  const folder = findFolder(source);
  if (folder === undefined) {
    console.log(`${name} is left out: ${source} is not installed`);
    return undefined;
  }
  if (file in licences) return await readFile(join(folder, 'LICENSE'));
  if (network === undefined) return await readFile(join(folder, 'demo', file));
  const graph = graphs[name];
  const bytes = arrangeForRuntime(graph ? await convert(folder, graph) : await take(folder, files[name]!));
  const hash = sha256(bytes);
  if (hash !== network.sha256 && !isAccepted) {
    throw new Error(
      `${name} has the SHA-256 ${hash}, not ${network.sha256}; node packages/networks/build.ts --accept`,
    );
  }
  networks[name] = { ...network, sha256: hash };
  return bytes;
}

async function convert(folder: string, { name, outputs, pictureSize }: Graph): Promise<Uint8Array> {
  const path = join(folder, 'models', name);
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(`${path}.json`, 'utf8')) as {
    readonly modelTopology: { readonly node: readonly GraphModelNode[] };
    readonly weightsManifest: readonly { readonly weights: readonly WeightEntry[] }[];
  };
  const entries = weightsManifest.flatMap(({ weights }) => weights);
  const weights = decodeWeights(entries, await readFile(`${path}.bin`));
  return convertGraphModel(name, modelTopology.node, weights, outputs, pictureSize);
}

async function take(
  folder: string,
  { name, sha256: wanted }: { readonly name: string; readonly sha256: string },
): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, 'model', `${name}.onnx`));
  if (sha256(bytes) !== wanted) throw new Error(`${name}.onnx is not the file with the SHA-256 ${wanted}`);
  return bytes;
}

/** Up from the entry point of the package: its `exports` need not name its package.json. */
function findFolder(name: string): string | undefined {
  try {
    let folder = dirname(createRequire(import.meta.url).resolve(name));
    while (!folder.endsWith(`node_modules/${name}`)) folder = dirname(folder);
    return folder;
  } catch {
    return undefined;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
