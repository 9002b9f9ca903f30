import { type InventedEnd, inventedEndPoint } from '../liveness/index.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { contribute } from '../platform/extension-points.ts';
import { watchesModule } from '../watches/module.ts';
import { samplePhoto } from './create-sandbox-engine.ts';
import { applyScenarios, changeScenarioRoute, listScenariosRoute } from './routes/scenarios.ts';
import { findFaceScenario } from './scenarios.ts';

export async function openSandbox(context: ModuleContext) {
  if (context.config.environment.sandbox === 'off')
    return { parts: undefined } satisfies OpenModule<undefined>;
  return {
    parts: undefined,
    routes: [
      { on: 'every', add: (app) => applyScenarios(app) },
      {
        on: ['customer'],
        add(app) {
          listScenariosRoute(app);
          changeScenarioRoute(app, {
            runWatchesOf: (document) => context.use(watchesModule).runOf(document),
          });
        },
      },
    ],
    contributions: [contribute(inventedEndPoint, inventEnd)],
  } satisfies OpenModule<undefined>;
}

const frame = Buffer.from(samplePhoto, 'base64');

/** The end of a person's liveness sessions, by the catalogue; undefined when a camera decides. */
function inventEnd(cpf: string): InventedEnd | undefined {
  const reasons = findFaceScenario(cpf)?.liveness;
  return reasons && { reasons, frame };
}
