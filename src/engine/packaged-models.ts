import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputNames } from './convert/convert-graph-model.ts';
import type { ModelDescription } from './face-engine.ts';
import type { NetworkFile } from './onnx-network.ts';

/** One network whose weights arrive inside an npm package and are converted. */
export type PackagedModel = ModelDescription & {
  /** Name of the converted file, without its ending. */
  readonly file: PackagedModelFile;
  /** Description of the weights and of the graph, and the weights themselves. */
  readonly sources: readonly [manifest: string, weights: string];
  readonly outputs: OutputNames;
  /** Side of the pictures it is converted for, where that is not the graph's own: the same network once more. */
  readonly pictureSize?: number;
};

export type PackagedModelFile = 'detector' | 'quick-detector' | 'landmarks';

/** A network that an npm package holds as ONNX. It is run from there, and only with these very bytes. */
export type PackagedNetwork = { readonly file: NetworkFile; readonly description: ModelDescription };

/** Side of the pictures that the detector is converted for a second time. */
const quickDetectorSize = 128;

/**
 * The packaged networks, with their files resolved in the installed packages. The licence is the package's;
 * the packages do not say under which terms the photos their networks were trained on may be used.
 */
export function listPackagedModels(): readonly PackagedModel[] {
  const human = packageFolder('@vladmandic/human');
  const humanModel = (name: string) =>
    [join(human.path, 'models', `${name}.json`), join(human.path, 'models', `${name}.bin`)] as const;
  const detector = {
    role: 'detector',
    name: 'blazeface',
    version: human.version,
    licence: 'MIT',
    sources: humanModel('blazeface'),
    outputs: { scores16: 'Identity', scores32: 'Identity_1', boxes16: 'Identity_2', boxes32: 'Identity_3' },
  } as const;
  return [
    { ...detector, file: 'detector' },
    { ...detector, file: 'quick-detector', pictureSize: quickDetectorSize },
    {
      role: 'landmarks',
      name: 'facemesh',
      version: human.version,
      licence: 'MIT',
      file: 'landmarks',
      sources: humanModel('facemesh'),
      outputs: { mesh: 'Identity_2', flag: 'Identity_1' },
    },
  ];
}

/** Publisher of two networks, as `/readyz` and attempts name it. */
const faceplugin =
  'npm package faceplugin-face-recognition-js, published by Faceplugin-ltd; its authors do not state the training photos';

const networkFiles = {
  recognition: {
    role: 'embedding',
    name: 'fr_feature',
    sha256: '87aacdfe57510db2af90c0251df680e8eec88f122ee94712121d09bcaaaf3581',
  },
  liveness: {
    role: 'liveness',
    name: 'fr_liveness',
    sha256: 'afa783b7e902fdfcf323a7240cac2a1c580c25314ea4161129dc1b0d100dc32d',
  },
} as const;

const networksPackage = 'faceplugin-face-recognition-js';
/** Where the installable package keeps its copies of the two files (docs/decisions/0098). */
const copiedNetworks = fileURLToPath(new URL(`../../networks/${networksPackage}/index.js`, import.meta.url));

/** False when somebody has left the package out; then its two networks cannot be used. */
export function hasPackagedNetworks(): boolean {
  return findNetworksPackage() !== undefined;
}

/** A file by which the folder of the package is found. */
function findNetworksPackage(): string | undefined {
  if (existsSync(copiedNetworks)) return copiedNetworks;
  try {
    createRequire(import.meta.url).resolve(networksPackage);
    return networksPackage;
  } catch {
    return undefined;
  }
}

/**
 * The recognition or the liveness network of `faceplugin-face-recognition-js`. Its JavaScript is never imported: only
 * these two files are read, and whoever opens one checks its hash. Throws when the package is not installed.
 */
export function getPackagedNetwork(which: keyof typeof networkFiles): PackagedNetwork {
  const found = findNetworksPackage();
  if (found === undefined) {
    throw new Error(
      `${networksPackage} is not installed; docs/guides/model-packs.md says what works without it`,
    );
  }
  const { path, version } = packageFolder(found);
  const { role, name, sha256 } = networkFiles[which];
  return {
    file: { path: join(path, 'model', `${name}.onnx`), sha256 },
    description: { role, name, version, licence: 'MIT', origin: faceplugin },
  };
}

/** Every file that the packaged networks are read from. Throws when a package is not installed. */
export function listNetworkFiles(): readonly string[] {
  return [
    ...new Set([
      ...listPackagedModels().flatMap(({ sources }) => sources),
      ...(['recognition', 'liveness'] as const).map((which) => getPackagedNetwork(which).file.path),
    ]),
  ];
}

/** Walks up from the package's entry point: its `exports` need not name its package.json. */
function packageFolder(name: string): { path: string; version: string } {
  let path = dirname(createRequire(import.meta.url).resolve(name));
  while (!existsSync(join(path, 'package.json'))) path = dirname(path);
  const { version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { version: string };
  return { path, version };
}
