import { imagesModule } from '../images/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { addEngineGauges } from './add-engine-gauges.ts';
import { createFaceEngine } from './create-face-engine.ts';
import type { FaceEngine } from './face-engine.ts';
import { autoPullPack, packsDirectoryOf } from './packs/index.ts';
import type { engineSettings } from './settings.ts';

/** Opens the face networks. They begin to load and may not be ready when this resolves. */
export async function openEngine(context: ModuleContext<typeof engineSettings>) {
  const { log, metrics, settings } = context;
  const { url, secret } = settings.faceService;
  const { modelsAutoPull, modelsBaseUrl, modelsDir, falseMatchRate } = settings.engine;
  // The networks of a face service are its own.
  if (modelsAutoPull !== 'off' && url === undefined && context.replacements.engine === undefined) {
    await autoPullPack(modelsAutoPull, {
      directory: packsDirectoryOf(context.storage.folder.directory, modelsDir),
      baseUrl: modelsBaseUrl,
      falseMatchRate,
      onProblem: (problem) => log.warn({ problem }, 'a model pack could not be fetched'),
    });
  }
  const engine = context.adopt(
    (context.replacements.engine as FaceEngine | undefined) ??
      (await createFaceEngine({
        settings: settings.engine,
        maxPixels: context.use(imagesModule).limits.maxPixels,
        dataDir: context.storage.folder.directory,
        onProblem: (problem) => log.warn({ problem }, 'the face networks cannot be used as they are'),
        services: url === undefined || secret === undefined ? undefined : { url, secret: secret.reveal() },
      })),
    (it) => it.close(),
  );
  addEngineGauges(metrics, engine);
  return { parts: { engine } } satisfies OpenModule<unknown>;
}
