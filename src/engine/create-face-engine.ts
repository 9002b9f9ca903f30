import { imagesSettings } from '../images/settings.ts';
import { type ConfigOf, loadConfig, readEnvironment } from '../platform/config/index.ts';
import type { Logger } from '../platform/log.ts';
import { storageSettings } from '../platform/storage-settings.ts';
import {
  createOnnxFaceEngine,
  type OnnxFaceEngine,
  type OnnxFaceEngineOptions,
} from './create-onnx-face-engine.ts';
import type { FaceEngine } from './face-engine.ts';
import { loadEnginePacks } from './packs/load-engine-packs.ts';
import { packsDirectoryOf } from './packs/packs-folder.ts';
import { autoPullPack } from './packs/set-up-packs.ts';
import { engineSettings } from './settings.ts';

/** Which photos to refuse: those of `usualPhotoLimits`, or only those without a face. */
export type FacePhotoLimits = 'usual' | 'lenient';

const lenientLimits = {
  minEyeDistancePx: 0,
  minSharpness: 0,
  secondFaceRatio: Number.POSITIVE_INFINITY,
  searchTimeoutMs: Number.POSITIVE_INFINITY,
};

/**
 * The face engine of the configuration, for the service and for commands that need no storage. Told of files and
 * packs that cannot be used through `onProblem`. With `lenient` limits the most prominent face of a photo is taken,
 * however many there are and however small or blurred it is, and looked for as long as it takes.
 */
export async function createFaceEngine(options: {
  readonly settings: ConfigOf<typeof engineSettings>['engine'];
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
    falseMatchRate,
    ...(livenessThreshold === undefined ? {} : { livenessThreshold }),
    limits: { maxPixels, ...(limits === 'lenient' && lenientLimits) },
    onProblem,
    services: options.services,
  });
}

/** The settings that an engine outside of the service is opened with. */
export const configuredEngineSettings = { ...storageSettings, ...engineSettings, ...imagesSettings };

/**
 * The engine the service would use, ready, by the environment unless a configuration is given. Of the data folder it
 * touches the converted networks alone, so that it can be opened while a service runs.
 */
export async function openConfiguredEngine(
  limits: FacePhotoLimits,
  config: ConfigOf<typeof configuredEngineSettings> = loadConfig(readEnvironment(), configuredEngineSettings),
): Promise<AsyncDisposable & { readonly engine: FaceEngine }> {
  const engine = await createFaceEngine({
    settings: config.engine,
    maxPixels: config.images.maxPixels,
    dataDir: config.storage.dataDir,
    limits,
    onProblem: (problem) => console.error(problem),
  });
  try {
    await engine.ready();
  } catch (error) {
    await engine.close();
    throw error;
  }
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}

/** A face engine that begins to load before its owner is there. Disposing of it closes an engine that nobody took. */
export type BegunEngine = AsyncDisposable & {
  /** The engine, which its taker closes. Rejects when it could not be made. */
  take(): Promise<FaceEngine>;
};

/**
 * Begins the face engine of the configuration: fetches the pack that is to be fetched, then loads the networks. In
 * `dataDir`, which must be there, packs and converted networks are kept. See docs/decisions/0163.
 */
export function beginEngine(options: {
  readonly settings: ConfigOf<typeof engineSettings>;
  readonly maxPixels: number;
  readonly dataDir: string;
  readonly log: Logger;
}): BegunEngine {
  const making = makeEngine(options);
  // Whoever takes it gets the rejection; a start that fails before has another reason to name.
  making.catch(() => undefined);
  let isTaken = false;
  return {
    take() {
      isTaken = true;
      return making;
    },
    async [Symbol.asyncDispose]() {
      if (!isTaken) await (await making.catch(() => undefined))?.close();
    },
  };
}

async function makeEngine({
  settings,
  maxPixels,
  dataDir,
  log,
}: Parameters<typeof beginEngine>[0]): Promise<FaceEngine> {
  const { url, secret } = settings.faceService;
  const { modelsAutoPull, modelsBaseUrl, modelsDir, falseMatchRate } = settings.engine;
  // The networks of a face service are its own.
  if (modelsAutoPull !== 'off' && url === undefined) {
    await autoPullPack(modelsAutoPull, {
      directory: packsDirectoryOf(dataDir, modelsDir),
      baseUrl: modelsBaseUrl,
      falseMatchRate,
      onProblem: (problem) => log.warn({ problem }, 'a model pack could not be fetched'),
    });
  }
  return await createFaceEngine({
    settings: settings.engine,
    maxPixels,
    dataDir,
    onProblem: (problem) => log.warn({ problem }, 'the face networks cannot be used as they are'),
    services: url === undefined || secret === undefined ? undefined : { url, secret: secret.reveal() },
  });
}
