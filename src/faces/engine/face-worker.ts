import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type AnalysisLimits,
  type AnalysisOutcome,
  type AnalysisParts,
  analysePhoto,
} from './analyse-photo.ts';
import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import { FaceDetector } from './detect-faces.ts';
import { ScrfdDetector } from './detect-scrfd.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { FaceFinder } from './find-face.ts';
import type { LivenessPack } from './find-liveness-pack.ts';
import { openQuickDetector } from './glance-at-photo.ts';
import { createCueAssessor } from './liveness/assess-with-cues.ts';
import { createMiniFasNetAssessor } from './liveness/assess-with-minifasnet.ts';
import { createPackAssessor } from './liveness/assess-with-pack.ts';
import type { LivenessAssessor } from './liveness/liveness-assessor.ts';
import { LandmarkLocator } from './locate-landmarks.ts';
import { openNetwork } from './onnx-network.ts';
import { openEmbedders } from './open-embedders.ts';
import type { ExpiredTask, HelpTask, PhotoTask, PoolWorkerData } from './photo-pool.ts';
import { QualityMeter } from './quality/measure-quality.ts';
import type { Idleness } from './share-run.ts';

/** What every worker of the pool is started with. */
export type FaceWorkerData = {
  readonly models: ConvertedModels;
  readonly livenessPack: LivenessPack;
  readonly packs: EnginePacks;
  readonly limits: AnalysisLimits;
};

/** A photo, and by which models templates are made of its face. */
export type FaceTask = PhotoTask & { readonly templateModels: readonly string[] };

/** A little below the normal one; each step further costs much beside a busy neighbour (docs/decisions/0077). */
const networkPriority = 2;

type Handler = (task: FaceTask | HelpTask) => Promise<AnalysisOutcome | ExpiredTask | undefined>;

/** What the pool calls with each photo. It waits for the promise first, so no photo pays for loading. */
export default start(workerData as FaceWorkerData & PoolWorkerData);

async function start({ started, idle, ...data }: FaceWorkerData & PoolWorkerData): Promise<Handler> {
  letOthersGoFirst();
  try {
    const call = (offer: SharedArrayBuffer) => parentPort?.postMessage({ offer } satisfies HelpTask);
    const parts = await loadParts(data, { idle, call });
    count(started, 0);
    return async (task) => {
      if ('offer' in task) {
        await parts.embedders.takeOver(task.offer);
        return undefined;
      }
      const { photo, deadline, templateModels } = task;
      if (Date.now() > deadline) return { kind: 'expired' };
      return analysePhoto(photo, parts, data.limits, templateModels);
    };
  } catch (error) {
    // A worker that throws here would be started again and again; one that answers with the reason is not.
    count(started, 1);
    return () => Promise.reject(error);
  }
}

/**
 * On Linux a priority belongs to a thread: with a lower one for the networks, whoever wakes to answer a request, this
 * process's own main thread or the database, need not wait for the end of their turn. Elsewhere it is the whole
 * process's, and stays as it is.
 */
function letOthersGoFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    if (getPriority() < networkPriority) setPriority(networkPriority);
  } catch {
    // Some containers do not allow it; it is a courtesy.
  }
}

async function loadParts(
  { models, livenessPack, packs }: FaceWorkerData,
  idleness: Idleness,
): Promise<AnalysisParts> {
  return {
    finder: await openFinder(models, packs),
    embedders: await openEmbedders(models, packs, idleness),
    meter: new QualityMeter(),
    assessor: await loadAssessor(livenessPack, packs),
  };
}

async function openFinder(models: ConvertedModels, { detector }: EnginePacks): Promise<FaceFinder> {
  const locator = new LandmarkLocator(await openNetwork(models.landmarks));
  if (detector === undefined) {
    return {
      detector: new FaceDetector(await openNetwork(models.detector)),
      quickDetector: openQuickDetector(await openNetwork(models['quick-detector'])),
      locator,
    };
  }
  const network = await openNetwork(detector.file, detector.input.size);
  return { detector: new ScrfdDetector(network, detector), locator };
}

async function loadAssessor(pack: LivenessPack, { liveness }: EnginePacks): Promise<LivenessAssessor> {
  if (liveness !== undefined) {
    const networks = liveness.networks.map(async ({ file, cropScale }) => ({
      network: await openNetwork(file, liveness.input.size),
      cropScale,
    }));
    return createPackAssessor(await Promise.all(networks), liveness);
  }
  if (pack.kind === 'minifasnet') {
    return createMiniFasNetAssessor(await openNetwork(pack.v2), await openNetwork(pack.v1se));
  }
  return createCueAssessor();
}

function count(started: Int32Array, index: number): void {
  Atomics.add(started, index, 1);
  Atomics.notify(started, index);
}
