import type { ConfigOf } from '../platform/config/index.ts';
import {
  createOnnxFaceEngine,
  type OnnxFaceEngine,
  type OnnxFaceEngineOptions,
} from './create-onnx-face-engine.ts';
import { loadEnginePacks, packsDirectoryOf } from './packs/index.ts';
import type { engineSettings } from './settings.ts';

/** Which photos to refuse: those of `usualPhotoLimits`, or only those without a face. */
export type FacePhotoLimits = 'usual' | 'lenient';

/**
 * The face engine of the configuration, for the service and for commands that need no storage. Told of files and
 * packs that cannot be used through `onProblem`. With `lenient` limits the most prominent face of a photo is taken,
 * however many there are and however small or blurred it is, and looked for as long as it takes.
 */
export async function createFaceEngine(options: {
  readonly settings: ConfigOf<typeof engineSettings>['engine'];
  /** Most pixels of a photo. */
  readonly maxPixels: number;
  readonly dataDir: string;
  readonly onProblem: (problem: string) => void;
  readonly limits?: FacePhotoLimits;
  /** Face services that run the networks; threads of this process by default. */
  readonly services?: OnnxFaceEngineOptions['services'];
}): Promise<OnnxFaceEngine> {
  const { settings, maxPixels, dataDir, onProblem, limits = 'usual' } = options;
  const { falseMatchRate, livenessThreshold } = settings;
  const modelsDir = packsDirectoryOf(dataDir, settings.modelsDir);
  const { isLivenessChosen, ...packs } = await loadEnginePacks({
    directory: modelsDir,
    falseMatchRate,
    onProblem,
  });
  return createOnnxFaceEngine({
    packs,
    ...(isLivenessChosen ? {} : { modelsDir }),
    workers: settings.workers,
    maxQueue: settings.maxQueue,
    timeoutMs: settings.analysisTimeoutMs,
    maxPixels,
    falseMatchRate,
    ...(livenessThreshold === undefined ? {} : { livenessThreshold }),
    ...(limits === 'usual'
      ? {}
      : {
          minEyeDistancePx: 0,
          minSharpness: 0,
          secondFaceRatio: Number.POSITIVE_INFINITY,
          searchTimeoutMs: Number.POSITIVE_INFINITY,
        }),
    onProblem,
    services: options.services,
  });
}
