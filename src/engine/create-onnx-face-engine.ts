import { availableParallelism } from 'node:os';
import { ImageError } from '../images/index.ts';
import type { AnalysisOutcome, WorkerAnalysis } from './analyse-photo.ts';
import { openDeploymentCohort } from './cohort/deployment-cohort.ts';
import { compareFingerprints, copyThreshold } from './compare-fingerprints.ts';
import { countCopiedFrames } from './count-copied-frames.ts';
import { createFrameTurns } from './create-frame-turns.ts';
import { describeEngine } from './describe-engine.ts';
import { fingerprintMethod } from './draw-fingerprint.ts';
import type { EnginePacks } from './engine-packs.ts';
import { EngineError } from './errors.ts';
import type { EngineDescription, FaceAnalysis, FaceEngine } from './face-engine.ts';
import { defaultFaceTemplates } from './face-template.ts';
import type { AnalysisRequest, FaceWorkers } from './face-workers.ts';
import { partModelsOf } from './fused-templates.ts';
import { disableRuntimeTelemetry } from './onnx-network.ts';
import { openFaceThreads } from './open-face-threads.ts';
import { findLivenessPack, type LivenessBuilds } from './packs/find-liveness-pack.ts';
import { type PhotoLimits, usualPhotoLimits } from './photo-limits.ts';
import { getRecognition, listRecognitions } from './recognition.ts';
import { digestNetworks } from './remote/analysis-message.ts';
import { type FaceServiceClientOptions, openFaceServices } from './remote/open-face-services.ts';
import { SenderTurns } from './sender-turns.ts';

/** The options of the engine. Each has a default meant for production. */
export type OnnxFaceEngineOptions = {
  /** Folder of networks the operator added (the MiniFASNet liveness pack). None by default. */
  readonly modelsDir?: string;
  /** Builds of the networks in `modelsDir` that may be loaded; the published ones by default. */
  readonly livenessBuilds?: LivenessBuilds;
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
  /** By default 40 million pixels at most, and {@link usualPhotoLimits}. */
  readonly limits?: Partial<PhotoLimits>;
  /** Told of files in `modelsDir` that are not loaded. Ignored by default. */
  readonly onProblem?: (problem: string) => void;
  /** Face services that run the networks. By default threads of this process do. */
  readonly services?: Pick<FaceServiceClientOptions, 'url' | 'secret'> | undefined;
};

/** A face engine whose workers others may use, too. */
export type OnnxFaceEngine = FaceEngine & {
  /** Of `digestNetworks`. */
  readonly networks: string;
  /** The workers once their networks are loaded, until the engine is closed. */
  workers(): FaceWorkers | undefined;
};

/**
 * A face engine on ONNX Runtime in worker threads. It starts converting and loading at once; `ready` says when
 * that is done and `analyse` waits for it. The photo's bytes are copied once on their way to a worker (not at
 * all when they lie in shared memory): the caller's buffer is neither detached nor read after the call returns.
 *
 * A worker that dies takes only its own photo with it and is replaced. NOT verified: photos of children, heavy
 * make-up, masks, print and screen attacks of good quality.
 */
export function createOnnxFaceEngine(options: OnnxFaceEngineOptions): OnnxFaceEngine {
  disableRuntimeTelemetry();
  const threads = options.workers ?? availableParallelism();
  const { falseMatchRate = 1e-4, livenessThreshold, timeoutMs = 15_000, maxQueue = threads * 16 } = options;
  const found = findLivenessPack(options.modelsDir, options.livenessBuilds);
  for (const problem of found.problems) options.onProblem?.(problem);
  const packs = { ...options.packs, liveness: options.packs?.liveness ?? found.pack };
  const recognitions = listRecognitions(packs, falseMatchRate);
  const recognitionOf = (templateModel?: string) => getRecognition(recognitions, templateModel);
  const current = recognitionOf();
  const descriptions = new Map(
    recognitions.map((one) => [
      one.templateModel,
      describeEngine(packs, one, { falseMatchRate, livenessThreshold }),
    ]),
  );
  const describe = (templateModel?: string) =>
    descriptions.get(recognitionOf(templateModel).templateModel) as EngineDescription;

  const limits: PhotoLimits = { maxPixels: 40_000_000, ...usualPhotoLimits, ...options.limits };
  const networks = digestNetworks(describe(), limits);
  let state: 'starting' | 'ready' | 'failed' | 'closed' = 'starting';
  let workers: FaceWorkers | undefined;
  const closing = new AbortController();
  const frames = createFrameTurns();
  const turns = new SenderTurns(threads + maxQueue);
  let waitingForNetworks = 0;
  const loading = openWorkers();
  // Whoever calls `ready` or `analyse` gets the rejection; without this, nobody calling would end the process.
  loading.catch(() => undefined);

  /** Takes its own copy of the photo: the caller's may have changed by the time the networks are loaded. */
  async function runOnceLoaded(photo: Uint8Array, request: AnalysisRequest): Promise<AnalysisOutcome> {
    waitingForNetworks += 1;
    const loaded = await loading.finally(() => {
      waitingForNetworks -= 1;
    });
    return await loaded.run(photo, request);
  }

  async function openWorkers(): Promise<FaceWorkers> {
    try {
      const opened =
        options.services === undefined
          ? await openFaceThreads(
              { packs, templateModel: current.templateModel, limits },
              { workers: threads, maxPending: threads + maxQueue, timeoutMs },
            )
          : await openFaceServices({
              ...options.services,
              networks,
              maxPending: maxQueue,
              timeoutMs,
              signal: closing.signal,
              onProblem: options.onProblem ?? (() => undefined),
            });
      if (state === 'starting') state = 'ready';
      workers = opened;
      return opened;
    } catch (error) {
      if (state === 'starting') state = 'failed';
      throw error;
    }
  }

  /** Models whose network is gone: their templates are made again, as after a start without their packs. */
  const gone = new Set<string>();

  function acceptOutcome(outcome: AnalysisOutcome): AnalysisOutcome & { readonly kind: 'analysed' } {
    if (outcome.kind === 'analysed') return outcome;
    if (outcome.kind === 'network-gone') {
      const { templateModel, problem } = outcome;
      if (!gone.has(templateModel)) options.onProblem?.(`${templateModel} is left out: ${problem}`);
      gone.add(templateModel);
      throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
    }
    if (outcome.code === 'image_undecodable') throw new ImageError(outcome.code);
    throw new EngineError(outcome.code, outcome.detail === undefined ? {} : { detail: outcome.detail });
  }

  const areMeasured = (models: readonly string[]) =>
    models.every((model) => model === defaultFaceTemplates.templateModel);

  return {
    networks,
    workers: () => (state === 'closed' ? undefined : workers),
    async analyse(photo, { templateModels = [current.templateModel], isReceived = false, sender } = {}) {
      if (state === 'closed') throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
      const models = templateModels.map((model) => recognitionOf(model).templateModel);
      const task = { templateModels: models, ...(isReceived && areMeasured(models) && { isReceived }) };
      const run = () =>
        workers === undefined ? runOnceLoaded(new Uint8Array(photo), task) : workers.run(photo, task);
      const outcome = await (sender === undefined
        ? run()
        : turns.run(sender, run, ({ kind }) => kind === 'refused'));
      return toAnalysis(acceptOutcome(outcome).analysis, describe());
    },
    async observe(photo) {
      if (state === 'closed') throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
      const loaded = workers ?? (await loading);
      const task = { templateModels: [current.templateModel], isFrame: true };
      const { analysis } = acceptOutcome(await frames.run(loaded, () => loaded.run(photo, task)));
      const { points, surroundings, midline } = analysis;
      if (points === undefined || surroundings === undefined || midline === undefined) {
        throw new TypeError('A frame is answered with its points, surroundings and middle line');
      }
      return { ...toAnalysis(analysis, describe()), points, surroundings, midline };
    },
    compare: (a, b, templateModel, adjustment) => recognitionOf(templateModel).compare(a, b, adjustment),
    async openCohort(members, { duplicateSimilarity, templateModel, previous }) {
      const { expectedLikeness: expected, searchVector, scoreAt } = recognitionOf(templateModel);
      if (expected === undefined) return undefined;
      return await openDeploymentCohort(
        members.map(({ template, ...member }) => ({ ...member, values: searchVector(template).values })),
        { expected, duplicateLikeness: scoreAt(duplicateSimilarity), previous },
      );
    },
    isCopy: (a, b) => compareFingerprints(a, b) >= copyThreshold,
    countCopiedFrames,
    fingerprintMethod,
    describe,
    templateModels: () =>
      recognitions
        .map(({ templateModel }) => templateModel)
        .filter((model) => !partModelsOf(model).some((part) => gone.has(part))),
    scoreAt: (similarity, templateModel) => recognitionOf(templateModel).scoreAt(similarity),
    searchVector: (template, templateModel) => recognitionOf(templateModel).searchVector(template),
    combine: (templates, templateModel) => recognitionOf(templateModel).combine(templates),
    async ready() {
      await loading;
    },
    isReady: () => state === 'ready',
    workload: () => workers?.workload ?? { waiting: waitingForNetworks, busy: 0, workers: threads },
    async close() {
      state = 'closed';
      if (workers === undefined) closing.abort();
      const loaded = await loading.catch(() => undefined);
      await loaded?.close();
    },
  };
}

function toAnalysis(analysis: WorkerAnalysis, description: EngineDescription): FaceAnalysis {
  const {
    livenessProbability: probability,
    templates,
    points: _points,
    surroundings: _surroundings,
    midline: _midline,
    ...rest
  } = analysis;
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
