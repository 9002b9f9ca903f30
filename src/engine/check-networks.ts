import { Worker } from 'node:worker_threads';
import type { DetectorPack, LivenessNetworks, RecognitionPack } from './engine-packs.ts';
import { disableRuntimeTelemetry } from './onnx-network.ts';

/** The parts of a pack that a trial of its networks needs. */
export type NetworksToCheck =
  | ({ readonly role: 'recognition' } & Pick<RecognitionPack, 'file' | 'input' | 'values'>)
  | ({ readonly role: 'detector' } & Pick<DetectorPack, 'file' | 'input' | 'strides' | 'anchorsPerCell'>)
  | ({ readonly role: 'liveness' } & Pick<LivenessNetworks, 'networks' | 'input' | 'classes' | 'liveClass'>);

const timeoutMs = 120_000;

/**
 * Runs the networks of a pack in a separate thread on two test pictures. Returns the problem with their hash, input
 * or output, or undefined when they match the manifest. NOT verified: the quality of the networks.
 */
export function checkNetworks(networks: NetworksToCheck): Promise<string | undefined> {
  disableRuntimeTelemetry();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-networks-worker.ts', import.meta.url), {
      workerData: networks,
    });
    // Ending a thread inside native code would end the process: it is only not waited for any more.
    const timer = setTimeout(() => {
      worker.unref();
      resolve(`No answer within ${timeoutMs / 1000} seconds`);
    }, timeoutMs);
    worker.once('message', ({ problem }: { problem?: string }) => resolve(problem));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve('The network ended its thread');
    });
  });
}
