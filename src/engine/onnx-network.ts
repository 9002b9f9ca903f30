import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { setProcessVariable } from '../platform/config/index.ts';
import { arrangeForRuntime } from './onnx/arrange-for-runtime.ts';

/** A file and the hash its bytes must have. */
export type NetworkFile = {
  readonly path: string;
  readonly sha256: string;
  /** The file was arranged for the runtime when it was made. */
  readonly isArranged?: true;
};

/** One loaded network with one picture as input. */
export type Network = {
  /** Name of its file, without the ending. */
  readonly name: string;
  /** Channels, height, width of the input. */
  readonly inputShape: readonly [number, number, number];
  readonly pictures: number;
  /** In the order in which the file declares them. */
  readonly outputNames: readonly string[];
  /** Outputs by name for its pictures, given as planar float32 values of the input's shape, one after the other. */
  run(pictures: Float32Array): Promise<Readonly<Record<string, Float32Array>>>;
  release(): Promise<void>;
};

/**
 * Loads a network on one thread. This is the only file that imports ONNX Runtime. `run` returns a promise but blocks
 * its thread for the whole inference: call it in a worker thread.
 *
 * The bytes whose hash is checked are those that are arranged for the runtime ({@link arrangeForRuntime}) and loaded.
 * Rejects when they do not have the expected hash. With `size`, also when the network does not take square pictures of
 * that size; one that takes pictures of any size takes those. In float32: docs/decisions/0079.
 */
export async function openNetwork(file: NetworkFile, size?: number): Promise<Network> {
  const bytes = await readFile(file.path);
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    throw new Error(`The network file ${file.path} has changed since it was checked`);
  }
  const session = await InferenceSession.create(file.isArranged ? bytes : arrangeForRuntime(bytes), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
  const input = session.inputNames[0] ?? '';
  const name = basename(file.path).replace(/\.[^.]*$/, '');
  const { pictures, shape } = inputOf(session, size);
  const [channels, height, width] = shape;
  return {
    name,
    inputShape: shape,
    pictures,
    outputNames: session.outputNames,
    async run(values) {
      const startedAt = preciseNow();
      const results = await session.run({
        [input]: new Tensor('float32', values, [pictures, channels, height, width]),
      });
      recording?.push({ name, startedAt, endedAt: preciseNow() });
      return Object.fromEntries(
        Object.entries(results).map(([output, tensor]) => [output, tensor.data as Float32Array]),
      );
    },
    release: () => session.release(),
  };
}

function inputOf(
  session: InferenceSession,
  size: number | undefined,
): { pictures: number; shape: [number, number, number] } {
  const metadata = session.inputMetadata[0];
  if (metadata === undefined || !metadata.isTensor || session.inputNames.length !== 1) {
    throw new Error('The network takes no picture, or more than one input');
  }
  if (metadata.shape.length !== 4 || metadata.type !== 'float32') {
    throw new Error('The network takes no picture of float32 values, channels first');
  }
  const [batch, ...shape] = metadata.shape;
  const pictures = typeof batch === 'number' && batch > 0 ? batch : 1;
  if (size !== undefined && pictures > 1) throw new Error(`The network takes ${pictures} pictures at once`);
  const wanted = size === undefined ? [] : [3, size, size];
  const [channels, height, width] = shape.map((length, axis) => {
    // A free length is written as a name or as -1.
    const known = typeof length === 'number' && length > 0 ? length : wanted[axis];
    if (known === undefined) throw new Error('The network takes pictures of no fixed size');
    if (wanted[axis] !== undefined && known !== wanted[axis]) {
      throw new Error(`The network takes pictures of ${shape.join(' x ')}, not of ${wanted.join(' x ')}`);
    }
    return known;
  }) as [number, number, number];
  return { pictures, shape: [channels, height, width] };
}

/**
 * Keeps ONNX Runtime from reporting its use to its maker and from leaving log files for it in the temporary
 * folder, which its binaries for Linux do since 1.30 unless told otherwise. Must run in the main thread before any
 * thread loads the runtime.
 */
export function disableRuntimeTelemetry(): void {
  setProcessVariable('ORT_DISABLE_TELEMETRY', '1');
}

/** A run of a network: its name and when it began and ended, in milliseconds since the epoch. */
type NetworkRun = { readonly name: string; readonly startedAt: number; readonly endedAt: number };

/** The steps of a worker with one photo, and their times. */
export type WorkerTimeline = {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly runs: readonly NetworkRun[];
};

// While this thread's work is being timed. A thread has one photo at a time.
let recording: NetworkRun[] | undefined;

/** The time in milliseconds since the epoch, finer than whole ones. The same in all threads of a process. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The work's result, with the runs of networks that this thread did meanwhile. */
export async function recordTimeline<T extends object>(
  work: () => Promise<T>,
): Promise<T & { readonly timeline: WorkerTimeline }> {
  const startedAt = preciseNow();
  const runs: NetworkRun[] = [];
  recording = runs;
  try {
    const result = await work();
    return { ...result, timeline: { startedAt, endedAt: preciseNow(), runs } };
  } finally {
    recording = undefined;
  }
}
