import { findSpan, type Span } from '../platform/tracing/index.ts';
import type { AnalysisOutcome } from './analyse-photo.ts';
import type { AnalysisRequest, FaceWorkers } from './face-workers.ts';
import { preciseNow, type WorkerTimeline } from './network-runs.ts';

/** An outcome of a worker that was asked to time itself. */
export type TimedOutcome = AnalysisOutcome & { readonly timeline?: WorkerTimeline };

type OnNote = (note: unknown) => void;

type Pool = Omit<FaceWorkers, 'run'> & {
  run(
    photo: Uint8Array,
    request: AnalysisRequest & { readonly isTimed?: boolean },
    onNote?: OnNote,
  ): Promise<TimedOutcome>;
};

/**
 * The workers of a pool, with spans for the wait, the worker's time and each run of a network when the caller's work is
 * traced. Threads load nothing for it: they say when they did what.
 */
export function traceWorkers(pool: Pool): FaceWorkers {
  return {
    async run(photo, request, onFingerprint) {
      // The only note that face workers send.
      const onNote = onFingerprint as OnNote | undefined;
      const around = findSpan();
      if (around === undefined) return await pool.run(photo, request, onNote);
      const askedAt = preciseNow();
      const { timeline, ...outcome } = await pool.run(photo, { ...request, isTimed: true }, onNote);
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
