import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AnalysisLimits } from './analyse-photo.ts';
import type { ConvertWorkerData } from './convert/convert-worker.ts';
import { ModelsNote } from './convert/models-note.ts';
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

/**
 * Threads of this process that run the networks. Resolves when each has loaded them; rejects when one cannot. They begin
 * at once, and wait for the networks to be converted without the main thread.
 */
export async function openFaceThreads(options: FaceThreadsOptions): Promise<FaceWorkers> {
  const { livenessPack, packs, templateModel, limits, workers } = options;
  const note = new ModelsNote();
  const converted = convertInThread(options.dataDir, note);
  const workerData: FaceWorkerData = {
    modelsNote: note.memory,
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
  await Promise.all([converted, pool.loaded()]).catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  return traceWorkers(pool);
}

async function convertInThread(dataDir: string, note: ModelsNote): Promise<void> {
  const worker = new Worker(new URL('./convert/convert-worker.ts', import.meta.url), {
    workerData: { dataDir, note: note.memory } satisfies ConvertWorkerData,
  });
  try {
    const [code] = await once(worker, 'exit');
    if (code !== 0) throw new Error('The conversion of the face networks ended without a result');
  } catch (error) {
    note.fail();
    throw error;
  }
}
