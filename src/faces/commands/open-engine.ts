import {
  configuredEngineSettings,
  type FaceEngine,
  type FacePhotoLimits,
  openConfiguredEngine,
} from '../../engine/index.ts';
import { type ConfigOf, loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { facesSettings } from '../settings.ts';

const groups = { ...configuredEngineSettings, ...facesSettings };

export type OpenEngine = AsyncDisposable & {
  readonly engine: FaceEngine;
  readonly config: ConfigOf<typeof groups>;
};

/** The engine the service would use, ready, with the settings of faces. */
export async function openEngine(limits: FacePhotoLimits): Promise<OpenEngine> {
  const config = loadConfig(readEnvironment(), groups);
  return { ...(await openConfiguredEngine(limits, config)), config };
}
