import { createOnnxFaceEngine, type FaceEngine, loadEnginePacks, packsDirectoryOf } from './faces/index.ts';
import type { Config } from './platform/config/index.ts';

/** Which photos to refuse: as configured, or only those without a face. */
export type FacePhotoLimits = 'configured' | 'lenient';

/**
 * The face engine of the configuration, for the service and for commands that need no storage. Told of files and
 * packs that cannot be used through `onProblem`. With `lenient` limits the most prominent face of a photo is taken,
 * however many there are and however small or blurred it is, and looked for as long as it takes.
 */
export async function createFaceEngine(options: {
  readonly config: Config;
  readonly dataDir: string;
  readonly onProblem: (problem: string) => void;
  readonly limits?: FacePhotoLimits;
}): Promise<FaceEngine> {
  const { config, dataDir, onProblem, limits = 'configured' } = options;
  const { falseMatchRate, livenessThreshold } = config.faces;
  const modelsDir = packsDirectoryOf(dataDir, config.faces.modelsDir);
  const { isLivenessChosen, ...packs } = await loadEnginePacks({
    directory: modelsDir,
    falseMatchRate,
    onProblem,
  });
  return createOnnxFaceEngine({
    dataDir,
    packs,
    ...(isLivenessChosen ? {} : { modelsDir }),
    workers: config.faces.workers,
    maxQueue: config.faces.maxQueue,
    timeoutMs: config.faces.analysisTimeoutMs,
    maxPixels: config.images.maxPixels,
    falseMatchRate,
    ...(livenessThreshold === undefined ? {} : { livenessThreshold }),
    ...(limits === 'configured'
      ? {
          minEyeDistancePx: config.faces.minEyeDistancePx,
          minSharpness: config.faces.minSharpness,
          secondFaceRatio: config.faces.prominenceRatio,
          searchTimeoutMs: config.faces.searchTimeoutMs,
        }
      : {
          minEyeDistancePx: 0,
          minSharpness: 0,
          secondFaceRatio: Number.POSITIVE_INFINITY,
          searchTimeoutMs: Number.POSITIVE_INFINITY,
        }),
    onProblem,
  });
}
