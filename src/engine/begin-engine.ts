import type { ConfigOf } from '../platform/config/index.ts';
import type { Logger } from '../platform/log.ts';
import { createFaceEngine } from './create-face-engine.ts';
import type { FaceEngine } from './face-engine.ts';
import { autoPullPack, packsDirectoryOf } from './packs/index.ts';
import type { engineSettings } from './settings.ts';

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
  /** Most pixels of a photo. */
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
