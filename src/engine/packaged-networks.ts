import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from './errors.ts';
import type { ModelDescription } from './face-engine.ts';
import type { NetworkFile } from './onnx-network.ts';

export type NetworkDescription = ModelDescription & {
  /** The npm package that its weights came from. */
  readonly package: string;
  readonly sha256: string;
};

/** `quick-detector` is the detector for pictures of half its size. */
export type PackagedNetworkName = 'detector' | 'quick-detector' | 'landmarks' | 'recognition' | 'liveness';

export type PackagedNetwork = { readonly file: NetworkFile; readonly description: ModelDescription };

const folder = fileURLToPath(new URL('../../packages/networks', import.meta.url));

let list: Readonly<Record<PackagedNetworkName, NetworkDescription>> | undefined;

/**
 * A network that comes with the installation. Whoever opens it checks its hash. The licence is the package's; the packages
 * do not say under which terms the photos their networks were trained on may be used. Throws `network_missing`.
 */
export function getPackagedNetwork(name: PackagedNetworkName): PackagedNetwork {
  const path = pathOf(name);
  if (!existsSync(path)) throw new EngineError('network_missing', { detail: `There is no file ${path}.` });
  list ??= JSON.parse(readFileSync(join(folder, 'networks.json'), 'utf8')) as NonNullable<typeof list>;
  const { package: _package, sha256, ...description } = list[name];
  return { file: { path, sha256, isArranged: true }, description };
}

/** False when somebody has left out the networks for recognition and liveness. */
export function hasPackagedNetworks(): boolean {
  return existsSync(pathOf('recognition')) && existsSync(pathOf('liveness'));
}

/** The files of all packaged networks, whether they are there or not. */
export function listNetworkFiles(): readonly string[] {
  return (['detector', 'quick-detector', 'landmarks', 'recognition', 'liveness'] as const).map(pathOf);
}

function pathOf(name: PackagedNetworkName): string {
  return join(folder, 'dist', `${name}.onnx`);
}
