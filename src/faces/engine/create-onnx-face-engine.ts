import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ImageError } from '../../images/index.ts';
import { FaceError } from '../errors.ts';
import type { EngineDescription, FaceAnalysis, FaceEngine } from '../face-engine.ts';
import type { AnalysisOutcome, WorkerAnalysis } from './analyse-photo.ts';
import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import { describeEngine } from './describe-engine.ts';
import { disableRuntimeTelemetry } from './disable-runtime-telemetry.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { FaceWorkerData } from './face-worker.ts';
import { findLivenessPack } from './find-liveness-pack.ts';
import { PhotoPool } from './photo-pool.ts';
import { createPackagedRecognition, createPackRecognition, type Recognition } from './recognition.ts';

/** How the engine is set up. Everything but `dataDir` has a default meant for production. */
export type OnnxFaceEngineOptions = {
  /** Folder the converted networks are kept under, in `models/converted`. */
  readonly dataDir: string;
  /** Folder of networks the operator added (the MiniFASNet liveness pack). None by default. */
  readonly modelsDir?: string;
  /** Packs used instead of the packaged networks, and those whose templates may still be stored. None by default. */
  readonly packs?: EnginePacks;
  /** Worker threads; by default as many as the process may use cores. Each takes about 210 MB. */
  readonly workers?: number;
  /** Photos that may wait for a worker; by default 16 for each. More are refused with `face_engine_busy`. */
  readonly maxQueue?: number;
  /** Time for one photo, waiting included; 15,000 by default. */
  readonly timeoutMs?: number;
  /** Target rate at which photos of different people match, 1e-5 to 1e-2; 1e-4 by default. */
  readonly falseMatchRate?: number;
  /** From 0 to 1; by default the pack's own, see docs/reference/face-engine.md. */
  readonly livenessThreshold?: number;
  /** Width times height of a photo at most, 40 million by default; larger ones are `image_undecodable`. */
  readonly maxPixels?: number;
  /** Least distance of the eyes in pixels; 22 by default. */
  readonly minEyeDistancePx?: number;
  /** Least `FaceQuality.sharpness`; 8 by default. */
  readonly minSharpness?: number;
  /**
   * A second face at least this share of the first one's width makes a photo `multiple_faces`; 0.5 by default,
   * `Infinity` takes the most prominent face however many there are.
   */
  readonly secondFaceRatio?: number;
  /** Time for looking for the face in one photo; 3,000 by default. What is found at first never takes it. */
  readonly searchTimeoutMs?: number;
  /** Told of files in `modelsDir` that are not loaded. Ignored by default. */
  readonly onProblem?: (problem: string) => void;
};

/**
 * A face engine on ONNX Runtime in worker threads. It starts converting and loading at once; `ready` says when
 * that is done and `analyse` waits for it. The photo's bytes are copied once on their way to a worker (not at
 * all when they lie in shared memory): the caller's buffer is neither detached nor read after the call returns.
 *
 * A worker that dies takes only its own photo with it and is replaced. NOT verified: photos of children, heavy
 * make-up, masks, print and screen attacks of good quality.
 */
export function createOnnxFaceEngine(options: OnnxFaceEngineOptions): FaceEngine {
  disableRuntimeTelemetry();
  const workers = options.workers ?? availableParallelism();
  const { pack, problems } = findLivenessPack(options.modelsDir);
  for (const problem of problems) options.onProblem?.(problem);
  const { packs = {}, falseMatchRate = 1e-4, livenessThreshold } = options;
  const recognitions = listRecognitions(packs, falseMatchRate);
  const current = recognitions[0] as Recognition;
  const descriptions = new Map(
    recognitions.map((one) => [
      one.templateModel,
      describeEngine(pack, packs, one, { falseMatchRate, livenessThreshold }),
    ]),
  );
  const recognitionOf = (templateModel: string = current.templateModel) => {
    const found = recognitions.find((one) => one.templateModel === templateModel);
    if (found === undefined) throw new TypeError(`Templates of ${templateModel} cannot be used here`);
    return found;
  };
  const describe = (templateModel?: string) =>
    descriptions.get(recognitionOf(templateModel).templateModel) as EngineDescription;

  let state: 'starting' | 'ready' | 'failed' | 'closed' = 'starting';
  let pool: PhotoPool<AnalysisOutcome> | undefined;
  let waitingForNetworks = 0;
  const loading = startPool();
  // Whoever calls `ready` or `analyse` gets the rejection; without this, nobody calling would end the process.
  loading.catch(() => undefined);

  /** Takes its own copy of the photo: the caller's may have changed by the time the networks are loaded. */
  async function runOnceLoaded(photo: Uint8Array, task: object): Promise<AnalysisOutcome> {
    waitingForNetworks += 1;
    const loaded = await loading.finally(() => {
      waitingForNetworks -= 1;
    });
    return await loaded.run(photo, task);
  }

  async function startPool(): Promise<PhotoPool<AnalysisOutcome>> {
    try {
      const workerData: FaceWorkerData = {
        models: await convertInThread(options.dataDir),
        livenessPack: pack,
        packs,
        limits: {
          maxPixels: options.maxPixels ?? 40_000_000,
          minEyeDistancePx: options.minEyeDistancePx ?? 22,
          minSharpness: options.minSharpness ?? 8,
          secondFaceRatio: options.secondFaceRatio ?? 0.5,
          searchTimeoutMs: options.searchTimeoutMs ?? 3_000,
        },
      };
      const created = new PhotoPool<AnalysisOutcome>({
        module: new URL('./face-worker.ts', import.meta.url),
        workers,
        maxPending: workers + (options.maxQueue ?? workers * 16),
        timeoutMs: options.timeoutMs ?? 15_000,
        workerData,
      });
      await created.loaded().catch(async (error: unknown) => {
        await created.close();
        throw error;
      });
      if (state === 'starting') state = 'ready';
      pool = created;
      return created;
    } catch (error) {
      if (state === 'starting') state = 'failed';
      throw error;
    }
  }

  return {
    async analyse(photo, { templateModels = [current.templateModel] } = {}) {
      if (state === 'closed') throw new FaceError('face_engine_busy', { retryAfterSeconds: 1 });
      const task = { templateModels: templateModels.map((model) => recognitionOf(model).templateModel) };
      const outcome = await (pool === undefined
        ? runOnceLoaded(new Uint8Array(photo), task)
        : pool.run(photo, task));
      if (outcome.kind === 'analysed') return toAnalysis(outcome.analysis, describe());
      if (outcome.code === 'image_undecodable') throw new ImageError(outcome.code);
      throw new FaceError(outcome.code, outcome.detail === undefined ? {} : { detail: outcome.detail });
    },
    compare: (a, b, templateModel) => recognitionOf(templateModel).compare(a, b),
    describe,
    templateModels: () => recognitions.map(({ templateModel }) => templateModel),
    scoreAt: (similarity, templateModel) => recognitionOf(templateModel).scoreAt(similarity),
    searchVector: (template, templateModel) => recognitionOf(templateModel).searchVector(template),
    async ready() {
      await loading;
    },
    isReady: () => state === 'ready',
    workload: () => pool?.workload ?? { waiting: waitingForNetworks, busy: 0, workers },
    async close() {
      state = 'closed';
      const loaded = await loading.catch(() => undefined);
      await loaded?.close();
    },
  };
}

/** The recognition in use, then those of templates that may still be stored. */
function listRecognitions(packs: EnginePacks, falseMatchRate: number): Recognition[] {
  const fromPacks = [packs.recognition, ...(packs.otherRecognition ?? [])]
    .filter((pack) => pack !== undefined)
    .map((pack) => createPackRecognition(pack, falseMatchRate));
  const packaged = createPackagedRecognition(falseMatchRate);
  return packs.recognition === undefined ? [packaged, ...fromPacks] : [...fromPacks, packaged];
}

function toAnalysis(analysis: WorkerAnalysis, description: EngineDescription): FaceAnalysis {
  const { livenessProbability: probability, templates, ...rest } = analysis;
  const [first, ...otherTemplates] = templates;
  if (first === undefined) throw new TypeError('An analysis makes one template at least');
  const threshold = description.livenessThreshold;
  return {
    ...rest,
    ...first,
    otherTemplates,
    liveness: {
      probability,
      isAlive: probability >= threshold,
      threshold,
      engine: description.livenessEngine,
    },
  };
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
