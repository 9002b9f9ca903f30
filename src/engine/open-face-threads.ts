import { findSpan, type Span } from '../platform/tracing.ts';
import type { AnalysisOutcome } from './analyse-photo.ts';
import type { FaceWorkerData } from './face-worker.ts';
import type { AnalysisRequest, FaceWorkers } from './face-workers.ts';
import { preciseNow, type WorkerTimeline } from './onnx-network.ts';
import { PhotoPool, type PhotoPoolOptions } from './photo-pool.ts';

/** Threads of this process that run the networks. Resolves when each has loaded them; rejects when one cannot. */
export async function openFaceThreads(
  workerData: FaceWorkerData,
  options: Pick<PhotoPoolOptions, 'workers' | 'maxPending' | 'timeoutMs'>,
): Promise<FaceWorkers> {
  const module = new URL('./face-worker.ts', import.meta.url);
  const pool = new PhotoPool<TimedOutcome>({ ...options, module, workerData });
  await pool.loaded().catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  return traceWorkers(pool);
}

/** An outcome of a worker that was asked to time itself. */
type TimedOutcome = AnalysisOutcome & { readonly timeline?: WorkerTimeline };

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
      .begin(`network ${run.name}`, { startedAt: run.startedAt, attributes: { 'confere.network': run.name } })
      .end(run.endedAt);
  }
  worker.end(endedAt);
}
