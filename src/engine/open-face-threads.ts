import { findSpan, type Span } from '../platform/tracing.ts';
import type { AnalysisLimits, AnalysisOutcome } from './analyse-photo.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { FaceNote, FaceWorkerData, JudgedLiveness } from './face-worker.ts';
import type { FaceWorkers } from './face-workers.ts';
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
  const pool = new PhotoPool<TimedOutcome | TimedLiveness>({
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
  return createFaceWorkers(pool);
}

type Timed = { readonly timeline?: WorkerTimeline; readonly hasNote?: boolean };

/** An outcome of a worker that was asked to time itself. */
export type TimedOutcome = AnalysisOutcome & Timed;

type TimedLiveness = JudgedLiveness & Timed;

type Pool = Pick<PhotoPool<TimedOutcome | TimedLiveness>, 'run' | 'goOn' | 'workload' | 'close'>;

/**
 * The workers of a pool. While a worker makes the templates of a face, an idle one judges its liveness. With spans for
 * the wait, the workers' time and each run of a network when the caller's work is traced: threads load nothing for it,
 * they say when they did what.
 */
function createFaceWorkers(pool: Pool): FaceWorkers {
  return {
    async run(photo, request, onFingerprint) {
      const around = findSpan();
      const isTimed = around !== undefined && { isTimed: true };
      const askedAt = preciseNow();
      const follow = async <T extends Timed>(work: Promise<T>): Promise<T> => {
        const done = await work;
        if (around !== undefined && done.timeline !== undefined) addSpans(around, askedAt, done.timeline);
        return done;
      };
      let judging: Promise<TimedLiveness> | undefined;
      const onNote = (note: unknown) => {
        const { fingerprint, pictures } = note as FaceNote;
        onFingerprint?.(fingerprint);
        judging = pool.goOn(pictures, { isJudging: true, ...isTimed }) as Promise<TimedLiveness>;
        judging.catch(() => undefined);
      };
      const answer = pool.run(photo, { ...request, ...isTimed }, onNote) as Promise<TimedOutcome>;
      const { timeline: _timeline, hasNote: _hasNote, ...outcome } = await follow(answer);
      if (judging === undefined || outcome.kind === 'refused') return outcome;
      const { livenessProbability } = await follow(judging);
      return { ...outcome, analysis: { ...outcome.analysis, livenessProbability } };
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
