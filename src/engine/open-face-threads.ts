import { findSpan, type Span } from '../platform/tracing.ts';
import type { AnalysisLimits, AnalysisOutcome } from './analyse-photo.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { FaceWorkerData } from './face-worker.ts';
import type { AnalysisRequest, FaceWorkers } from './face-workers.ts';
import { preciseNow, type WorkerTimeline } from './onnx-network.ts';
import type { LivenessPack } from './packs/find-liveness-pack.ts';
import { PhotoPool } from './photo-pool.ts';

export type FaceThreadsOptions = {
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
  const pool = new PhotoPool<TimedOutcome>({
    module: new URL('./face-worker.ts', import.meta.url),
    workers,
    maxPending: workers + options.maxQueue,
    timeoutMs: options.timeoutMs,
    workerData: { livenessPack, packs, templateModel, limits } satisfies FaceWorkerData,
  });
  await pool.loaded().catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  return traceWorkers(pool);
}

/** An outcome of a worker that was asked to time itself. */
export type TimedOutcome = AnalysisOutcome & { readonly timeline?: WorkerTimeline };

type Pool = Omit<FaceWorkers, 'run'> & {
  run(photo: Uint8Array, request: AnalysisRequest & { readonly isTimed?: boolean }): Promise<TimedOutcome>;
};

/**
 * The workers of a pool, with spans for the wait, the worker's time and each run of a network when the caller's work is
 * traced. Threads load nothing for it: they say when they did what.
 */
function traceWorkers(pool: Pool): FaceWorkers {
  return {
    async run(photo, request) {
      const around = findSpan();
      if (around === undefined) return await pool.run(photo, request);
      const askedAt = preciseNow();
      const { timeline, ...outcome } = await pool.run(photo, { ...request, isTimed: true });
      if (timeline !== undefined) addSpans(around, askedAt, timeline);
      return outcome as AnalysisOutcome;
    },
    get workload() {
      return pool.workload;
    },
    close: () => pool.close(),
  };
}

function addSpans(around: Span, askedAt: number, { startedAt, endedAt, runs }: WorkerTimeline): void {
  around.begin('face queue', { startedAt: askedAt }).end(startedAt);
  const worker = around.begin('face worker', { startedAt });
  for (const run of runs) {
    worker
      .begin(`network ${run.name}`, {
        startedAt: run.startedAt,
        attributes: { 'confere.network': run.name },
      })
      .end(run.endedAt);
  }
  worker.end(endedAt);
}
