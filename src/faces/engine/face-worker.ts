import { workerData } from 'node:worker_threads';
import {
  type AnalysisLimits,
  type AnalysisOutcome,
  type AnalysisParts,
  analysePhoto,
} from './analyse-photo.ts';
import {
  createMiniFasNetAssessor,
  createPackagedAssessor,
  type LivenessAssessor,
} from './assess-liveness.ts';
import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import { FaceDetector } from './detect-faces.ts';
import { FaceEmbedder } from './embed-face.ts';
import type { LivenessPack } from './find-liveness-pack.ts';
import { LandmarkLocator } from './locate-landmarks.ts';
import { QualityMeter } from './measure-quality.ts';
import { openNetwork } from './onnx-network.ts';
import type { ExpiredTask, PhotoTask, PoolWorkerData } from './photo-pool.ts';

/** What every worker of the pool is started with. */
export type FaceWorkerData = {
  readonly models: ConvertedModels;
  readonly livenessPack: LivenessPack;
  readonly limits: AnalysisLimits;
};

type Handler = (task: PhotoTask) => Promise<AnalysisOutcome | ExpiredTask>;

/** What the pool calls with each photo. It waits for the promise first, so no photo pays for loading. */
export default start(workerData as FaceWorkerData & PoolWorkerData);

async function start({ started, ...data }: FaceWorkerData & PoolWorkerData): Promise<Handler> {
  try {
    const parts = await loadParts(data);
    count(started, 0);
    return async ({ photo, deadline }) => {
      if (Date.now() > deadline) return { kind: 'expired' };
      return analysePhoto(photo, parts, data.limits);
    };
  } catch (error) {
    // A worker that throws here would be started again and again; one that answers with the reason is not.
    count(started, 1);
    return () => Promise.reject(error);
  }
}

async function loadParts({ models, livenessPack }: FaceWorkerData): Promise<AnalysisParts> {
  return {
    detector: new FaceDetector(await openNetwork(models.detector)),
    locator: new LandmarkLocator(await openNetwork(models.landmarks)),
    embedder: new FaceEmbedder(
      await openNetwork(models['embedding-a']),
      await openNetwork(models['embedding-b']),
    ),
    meter: new QualityMeter(),
    assessor: await loadAssessor(models, livenessPack),
  };
}

async function loadAssessor(models: ConvertedModels, pack: LivenessPack): Promise<LivenessAssessor> {
  if (pack.kind === 'minifasnet') {
    return createMiniFasNetAssessor(await openNetwork(pack.v2), await openNetwork(pack.v1se));
  }
  return createPackagedAssessor(await openNetwork(models.antispoof), await openNetwork(models.liveness));
}

function count(started: Int32Array, index: number): void {
  Atomics.add(started, index, 1);
  Atomics.notify(started, index);
}
