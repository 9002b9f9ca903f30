import { parentPort, workerData } from 'node:worker_threads';
import type { NetworksToCheck } from './check-networks.ts';
import { decodeScrfd } from './detect-scrfd.ts';
import { type Network, type NetworkFile, openNetwork } from './onnx-network.ts';

try {
  await check(workerData as NetworksToCheck);
  parentPort?.postMessage({});
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
}

async function check(networks: NetworksToCheck): Promise<void> {
  if (networks.role === 'liveness') {
    if (networks.liveClass >= networks.classes) throw new Error('The live class is none of the classes');
    for (const { file } of networks.networks) {
      await runOn(file, networks.input, (outputs) => firstOf(outputs, networks.classes));
    }
    return;
  }
  await runOn(networks.file, networks.input, (outputs, network) => {
    if (networks.role === 'recognition') return firstOf(outputs, networks.values);
    decodeScrfd(outputs, network.outputNames, networks);
    return Float32Array.from(Object.values(outputs).flatMap((output) => Array.from(output)));
  });
}

type Outputs = Readonly<Record<string, Float32Array>>;

/** Runs a network on a blank picture and on one with all values; what it gives must be numbers, and not always the same. */
async function runOn(
  file: NetworkFile,
  { size, scaling }: NetworksToCheck['input'],
  read: (outputs: Outputs, network: Network) => Float32Array,
): Promise<void> {
  const network = await openNetwork(file, size);
  const given: Float32Array[] = [];
  for (const valueAt of [() => 0, (index: number) => (index * 7919) % 256]) {
    const picture = Float32Array.from({ length: 3 * size * size }, (_, index) => {
      const plane = Math.floor(index / (size * size));
      return valueAt(index) * (scaling.scale[plane] as number) + (scaling.offset[plane] as number);
    });
    const values = read(await network.run(picture), network);
    if (!values.every(Number.isFinite)) throw new Error('The network gives values that are no numbers');
    given.push(values);
  }
  await network.release();
  const [blank, other] = given as [Float32Array, Float32Array];
  if (blank.every((value, index) => value === other[index])) {
    throw new Error('The network gives the same for different pictures');
  }
}

function firstOf(outputs: Outputs, values: number): Float32Array {
  const [first] = Object.values(outputs);
  if (first?.length !== values) throw new Error(`The network gives ${first?.length} values, not ${values}`);
  return first;
}
