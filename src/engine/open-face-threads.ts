import { Worker } from 'node:worker_threads';
import type { AnalysisLimits } from './analyse-photo.ts';
import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { FaceWorkerData } from './face-worker.ts';
import type { FaceWorkers } from './face-workers.ts';
import type { LivenessPack } from './packs/find-liveness-pack.ts';
import { PhotoPool } from './photo-pool.ts';
import { type TimedOutcome, traceWorkers } from './trace-workers.ts';

export type FaceThreadsOptions = {
  /** Folder the converted networks are kept under, in `models/converted`. */
  readonly dataDir: string;
  readonly livenessPack: LivenessPack;
  readonly packs: EnginePacks;
  /** The model that templates are made by when none is asked for. */
  readonly templateModel: string;
  readonly limits: AnalysisLimits;
  readonly workers: number;
  /** Photos that may wait for a thread. */
  readonly maxQueue: number;
  readonly timeoutMs: number;
};

/** Threads of this process that run the networks. Resolves when each has loaded them; rejects when one cannot. */
export async function openFaceThreads(options: FaceThreadsOptions): Promise<FaceWorkers> {
  const { livenessPack, packs, templateModel, limits, workers } = options;
  const workerData: FaceWorkerData = {
    models: await convertInThread(options.dataDir),
    livenessPack,
    packs,
    templateModel,
    limits,
  };
  const pool = new PhotoPool<TimedOutcome>({
    module: new URL('./face-worker.ts', import.meta.url),
    workers,
    maxPending: workers + options.maxQueue,
    timeoutMs: options.timeoutMs,
    workerData,
  });
  await pool.loaded().catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  return traceWorkers(pool);
}

function convertInThread(dataDir: string): Promise<ConvertedModels> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./convert/convert-worker.ts', import.meta.url), {
      workerData: dataDir,
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () =>
      reject(new Error('The conversion of the face networks ended without a result')),
    );
  });
}
