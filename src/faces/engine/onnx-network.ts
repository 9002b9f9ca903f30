import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** A file and the hash its bytes must have. */
export type NetworkFile = { readonly path: string; readonly sha256: string };

/** One loaded network with one picture as input. */
export type Network = {
  /** Channels, height, width of the input. */
  readonly inputShape: readonly [number, number, number];
  /** Outputs by name for one picture, given as planar float32 values of the input's shape. */
  run(picture: Float32Array): Promise<Readonly<Record<string, Float32Array>>>;
  release(): Promise<void>;
};

/**
 * Loads a network on one thread. The only file that knows ONNX Runtime; `run` blocks the thread it is called on
 * for the whole inference, whatever its promise suggests, so it belongs in a worker thread.
 *
 * Rejects when the bytes do not have the expected hash: the same bytes are hashed and loaded.
 */
export async function openNetwork(file: NetworkFile): Promise<Network> {
  const bytes = await readFile(file.path);
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    throw new Error(`The network file ${file.path} has changed since it was checked`);
  }
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
  const name = session.inputNames[0] ?? '';
  const [channels, height, width] = shapeOf(session);
  return {
    inputShape: [channels, height, width],
    async run(picture) {
      const results = await session.run({
        [name]: new Tensor('float32', picture, [1, channels, height, width]),
      });
      return Object.fromEntries(
        Object.entries(results).map(([output, tensor]) => [output, tensor.data as Float32Array]),
      );
    },
    release: () => session.release(),
  };
}

function shapeOf(session: InferenceSession): [number, number, number] {
  const metadata = session.inputMetadata[0];
  if (metadata === undefined || !metadata.isTensor) throw new Error('The network takes no picture');
  const [, channels, height, width] = metadata.shape;
  if (typeof channels !== 'number' || typeof height !== 'number' || typeof width !== 'number') {
    throw new Error('The network takes pictures of no fixed size');
  }
  return [channels, height, width];
}
