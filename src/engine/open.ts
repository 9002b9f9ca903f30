import { imagesModule } from '../images/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { addEngineGauges } from './add-engine-gauges.ts';
import { type BegunEngine, beginEngine } from './create-face-engine.ts';
import type { FaceEngine } from './face-engine.ts';
import type { engineSettings } from './settings.ts';

/** Opens the face networks, or takes those that have begun. They may not be ready when this resolves. */
export async function openEngine(context: ModuleContext<typeof engineSettings>) {
  const { log, metrics, settings, replacements, storage } = context;
  const begin = () =>
    (replacements.begunEngine as BegunEngine | undefined) ??
    beginEngine({
      settings,
      maxPixels: context.use(imagesModule).limits.maxPixels,
      dataDir: storage.folder.directory,
      log,
    });
  const engine = context.adopt(
    (replacements.engine as FaceEngine | undefined) ?? (await begin().take()),
    (it) => it.close(),
  );
  addEngineGauges(metrics, engine, { runsNetworks: settings.faceService.url === undefined });
  return { parts: { engine } } satisfies OpenModule<unknown>;
}
