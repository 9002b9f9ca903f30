import { imagesSettings } from '../images/settings.ts';
import { type ConfigOf, loadConfig, readEnvironment } from '../platform/config/index.ts';
import { storageSettings } from '../platform/storage-settings.ts';
import { createFaceEngine, type FacePhotoLimits } from './create-face-engine.ts';
import type { FaceEngine } from './face-engine.ts';
import { engineSettings } from './settings.ts';

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
