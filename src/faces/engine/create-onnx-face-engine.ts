import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { FaceError } from '../errors.ts';
import type { EngineDescription, FaceAnalysis, FaceEngine } from '../face-engine.ts';
import type { AnalysisOutcome, WorkerAnalysis } from './analyse-photo.ts';
import { compareTemplates, scoreThresholdFor, templateModel } from './compare-templates.ts';
import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import { describeEngine, livenessThresholds } from './describe-engine.ts';
import type { FaceWorkerData } from './face-worker.ts';
import { findLivenessPack } from './find-liveness-pack.ts';

/** How the engine is set up. Everything but `dataDir` has a default meant for production. */
export type OnnxFaceEngineOptions = {
  /** Folder the converted networks are kept under, in `models/converted`. */
  readonly dataDir: string;
  /** Folder of networks the operator added (the MiniFASNet liveness pack). None by default. */
  readonly modelsDir?: string;
  /** Worker threads; by default as many as the process may use cores. Each takes about 150 MB. */
  readonly workers?: number;
  /** Photos that may wait for a worker; by default 16 for each. More are refused with `face_engine_busy`. */
  readonly maxQueue?: number;
  /** Time for one photo, waiting included; 15,000 by default. */
  readonly timeoutMs?: number;
  /** Target rate at which photos of different people match, 1e-5 to 1e-2; 1e-4 by default. */
  readonly falseMatchRate?: number;
  /** From 0 to 1; by default the pack's own, see docs/reference/face-engine.md. */
  readonly livenessThreshold?: number;
  /** Least distance of the eyes in pixels; 24 by default. */
  readonly minEyeDistancePx?: number;
  /** Least `FaceQuality.sharpness`. */
  readonly minSharpness?: number;
  /**
   * A second face at least this share of the first one's width makes a photo `multiple_faces`; 0.5 by default,
   * `Infinity` takes the most prominent face however many there are.
   */
  readonly secondFaceRatio?: number;
  /** Told of files in `modelsDir` that are not loaded. Ignored by default. */
  readonly onProblem?: (problem: string) => void;
};

/**
 * A face engine on ONNX Runtime in worker threads. It starts converting and loading at once; `ready` says when
 * that is done and `analyse` waits for it. The photo's bytes are copied once on their way to a worker (not at
 * all when they lie in shared memory): the caller's buffer is neither detached nor read after the call returns.
 *
 * A photo that takes too long ends its worker, and a worker that dies takes only its own photo with it: both
 * are replaced. NOT verified: photos of children, heavy make-up, masks, print and screen attacks of good quality.
 */
export function createOnnxFaceEngine(options: OnnxFaceEngineOptions): FaceEngine {
  const workers = options.workers ?? availableParallelism();
  const maxPending = workers + (options.maxQueue ?? workers * 16);
  const timeoutMs = options.timeoutMs ?? 15_000;
  const { pack, problems } = findLivenessPack(options.modelsDir);
  for (const problem of problems) options.onProblem?.(problem);
  const description = describeEngine(pack, {
    falseMatchRate: options.falseMatchRate ?? 1e-4,
    scoreThreshold: scoreThresholdFor(options.falseMatchRate ?? 1e-4),
    livenessThreshold: options.livenessThreshold ?? livenessThresholds[pack.kind],
  });

  let state: 'starting' | 'ready' | 'failed' | 'closed' = 'starting';
  const pending = new Set<Promise<unknown>>();
  const started = new Int32Array(new SharedArrayBuffer(8));

  const pool = startPool();
  // Whoever calls `ready` or `analyse` gets the rejection; without this, nobody calling would end the process.
  pool.catch(() => undefined);

  async function startPool(): Promise<Piscina> {
    try {
      const workerData: FaceWorkerData = {
        models: await convertInThread(options.dataDir),
        livenessPack: pack,
        limits: {
          minEyeDistancePx: options.minEyeDistancePx ?? 24,
          minSharpness: options.minSharpness ?? 4,
          secondFaceRatio: options.secondFaceRatio ?? 0.5,
        },
        started,
      };
      const created = new Piscina({
        filename: new URL('./face-worker.ts', import.meta.url).href,
        minThreads: workers,
        maxThreads: workers,
        maxQueue: maxPending,
        workerData,
      });
      created.on('error', () => undefined);
      await loaded(started, workers, created);
      if (state === 'starting') state = 'ready';
      return created;
    } catch (error) {
      if (state === 'starting') state = 'failed';
      throw error;
    }
  }

  async function analyse(photo: Uint8Array): Promise<FaceAnalysis> {
    if (state === 'closed' || pending.size >= maxPending) {
      throw new FaceError('face_engine_busy', { retryAfterSeconds: 1 });
    }
    const own = photo.buffer instanceof SharedArrayBuffer ? photo : new Uint8Array(photo);
    const task = runTask(own);
    pending.add(task);
    try {
      return toAnalysis(await task, description);
    } finally {
      pending.delete(task);
    }
  }

  async function runTask(photo: Uint8Array): Promise<WorkerAnalysis> {
    const signal = AbortSignal.timeout(timeoutMs);
    const transferList = photo.buffer instanceof ArrayBuffer ? [photo.buffer] : [];
    let outcome: AnalysisOutcome;
    try {
      outcome = await (await pool).run(photo, { signal, transferList });
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new FaceError('face_engine_timeout', { retryAfterSeconds: 1, cause });
    }
    if (outcome.kind === 'analysed') return outcome.analysis;
    throw new FaceError(outcome.code, outcome.detail === undefined ? {} : { detail: outcome.detail });
  }

  return {
    analyse,
    compare: (a, b) => compareTemplates(a, b, description.scoreThreshold),
    describe: () => description,
    ready: async () => {
      await pool;
    },
    isReady: () => state === 'ready',
    async close() {
      state = 'closed';
      await Promise.allSettled(pending);
      const running = await pool.catch(() => undefined);
      await running?.destroy();
    },
  };
}

function toAnalysis(analysis: WorkerAnalysis, description: EngineDescription): FaceAnalysis {
  const { livenessProbability: probability, ...rest } = analysis;
  const threshold = description.livenessThreshold;
  return {
    ...rest,
    templateModel,
    liveness: {
      probability,
      isAlive: probability >= threshold,
      threshold,
      engine: description.livenessEngine,
    },
  };
}

/** Resolves when that many workers have loaded; rejects with the reason of the first that could not. */
async function loaded(started: Int32Array, workers: number, pool: Piscina): Promise<void> {
  for (;;) {
    const done = Atomics.load(started, 0);
    if (Atomics.load(started, 1) > 0) {
      const failure = await pool.run(new Uint8Array()).catch((error: unknown) => error);
      await pool.destroy();
      throw new Error('The face networks cannot be loaded', { cause: failure });
    }
    if (done >= workers) return;
    // Woken by the counter, and every so often in case a worker failed rather than loaded.
    await Atomics.waitAsync(started, 0, done, 100).value;
  }
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
