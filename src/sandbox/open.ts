import { inventedEndPoint } from '../liveness/index.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { contribute } from '../platform/extension-points.ts';
import { watchesModule } from '../watches/module.ts';
import { inventEnd } from './invent-end.ts';
import { applyScenarios } from './routes/apply-scenarios.ts';
import { changeScenarioRoute } from './routes/change-scenario.ts';
import { listScenariosRoute } from './routes/list-scenarios.ts';

/** Opens the catalogue, in a sandbox; nothing in a live service. */
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
