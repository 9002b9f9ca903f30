import { createFaceEngine, type FacePhotoLimits } from '../../create-face-engine.ts';
import type { FaceEngine } from '../../faces/index.ts';
import { type Config, loadConfig, readEnvironment } from '../../platform/config/index.ts';

export type OpenEngine = AsyncDisposable & { readonly engine: FaceEngine; readonly config: Config };

/**
 * The engine the service would use, ready. Of the data folder it touches the converted networks alone, so that it
 * can be opened while a service runs.
 */
export async function openEngine(limits: FacePhotoLimits): Promise<OpenEngine> {
  const config = loadConfig(readEnvironment());
  const engine = await createFaceEngine({
    config,
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
  return { engine, config, [Symbol.asyncDispose]: () => engine.close() };
}
