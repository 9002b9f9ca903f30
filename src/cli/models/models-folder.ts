import { resolve } from 'node:path';
import { packsDirectoryOf } from '../../faces/index.ts';
import { type Config, loadConfig, readEnvironment } from '../../platform/config/index.ts';

/** The configuration, and the folder of packs it means. */
export function findModelsFolder(): { readonly config: Config; readonly directory: string } {
  const config = loadConfig(readEnvironment());
  const directory = resolve(packsDirectoryOf(config.storage.dataDir, config.faces.modelsDir));
  return { config, directory };
}

/** Tells of a folder that looks like a pack and is none, apart from the result. */
export function reportPackProblem(problem: string): void {
  console.error(problem);
}
