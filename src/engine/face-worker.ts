import { getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { type AnalysisOutcome, type AnalysisParts, analysePhoto } from './analyse-photo.ts';
import { DecodingTimeoutError } from './decode-photo.ts';
import { FaceDetector } from './detect-faces.ts';
import { ScrfdDetector } from './detect-scrfd.ts';
import { FingerprintDrawer } from './draw-fingerprint.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { FaceFinder } from './find-face.ts';
import { openQuickDetector } from './glance-at-photo.ts';
import { openAssessor } from './liveness/open-assessor.ts';
import { LandmarkLocator } from './locate-landmarks.ts';
import { openNetwork, recordTimeline } from './onnx-network.ts';
import { NetworkGoneError, openEmbedders } from './open-embedders.ts';
import { getPackagedNetwork } from './packaged-networks.ts';
import type { PhotoLimits } from './photo-limits.ts';
import type { ExpiredTask, PhotoTask, PoolWorkerData } from './photo-pool.ts';
import { QualityMeter } from './quality/measure-quality.ts';

export type FaceWorkerData = {
  readonly packs: EnginePacks;
  /** The model that templates are made by when none is asked for. */
  readonly templateModel: string;
  readonly limits: PhotoLimits;
};

/** A photo, and by which models templates are made of its face. */
export type FaceTask = PhotoTask & {
  readonly templateModels: readonly string[];
  /** Of a photo that is compared once; see `AnalyseOptions`. */
  readonly isReceived?: boolean;
  /** A frame of a session: its points are answered, and it may be blurred by motion. */
  readonly isFrame?: boolean;
  /** The answer says when which network ran. */
  readonly isTimed?: boolean;
};

/** A little below the normal one; each step further costs much beside a busy neighbour (docs/reference/performance.md). */
const networkPriority = 2;

/** Least distance of the eyes in a frame: that of a turned head is a part of what it is straight ahead. */
const frameEyeDistancePx = 12;

type Handler = (task: FaceTask) => Promise<AnalysisOutcome | ExpiredTask>;

/** The entry point for each photo. The pool waits for the promise first, so no photo pays for loading. */
export default start(workerData as FaceWorkerData & PoolWorkerData);

async function start({ started, ...data }: FaceWorkerData & PoolWorkerData): Promise<Handler> {
  letOthersGoFirst();
  try {
    const parts = await loadParts(data);
    count(started, 0);
    return async (task) => {
      const { photo, deadline, templateModels, isReceived = false, isFrame = false, isTimed = false } = task;
      if (Date.now() > deadline) return { kind: 'expired' };
      const limits = isFrame
        ? { ...data.limits, minSharpness: 0, minEyeDistancePx: frameEyeDistancePx }
        : data.limits;
      const analyse = () =>
        analysePhoto(photo, parts, limits, templateModels, { withPoints: isFrame, isReceived });
      return (isTimed ? recordTimeline(analyse) : analyse()).catch((error: unknown) => {
        if (error instanceof DecodingTimeoutError) return { kind: 'expired' };
        if (!(error instanceof NetworkGoneError)) throw error;
        return { kind: 'network-gone', templateModel: error.templateModel, problem: error.message };
      });
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

async function loadParts({ packs, templateModel }: FaceWorkerData): Promise<AnalysisParts> {
  return {
    finder: await openFinder(packs),
    embedders: await openEmbedders(packs, templateModel),
    meter: new QualityMeter(),
    fingerprints: new FingerprintDrawer(),
    assessor: await openAssessor(packs.liveness),
  };
}

async function openFinder({ detector }: EnginePacks): Promise<FaceFinder> {
  const locator = new LandmarkLocator(await openNetwork(getPackagedNetwork('landmarks').file));
  if (detector === undefined) {
    return {
      detector: new FaceDetector(await openNetwork(getPackagedNetwork('detector').file)),
      quickDetector: openQuickDetector(await openNetwork(getPackagedNetwork('quick-detector').file)),
      locator,
    };
  }
  const network = await openNetwork(detector.file, detector.input.size);
  return { detector: new ScrfdDetector(network, detector), locator };
}

function count(started: Int32Array, index: number): void {
  Atomics.add(started, index, 1);
  Atomics.notify(started, index);
}
