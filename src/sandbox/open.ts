import type { ModuleContext, OpenModule } from '../module.ts';
import { applyScenarios } from './routes/apply-scenarios.ts';
import { listScenariosRoute } from './routes/list-scenarios.ts';

/** Opens the catalogue, in a sandbox; nothing in a live service. */
export async function openSandbox({ config }: ModuleContext) {
  if (config.environment.sandbox === 'off') return { parts: undefined } satisfies OpenModule<undefined>;
  return {
    parts: undefined,
    routes: [
      { on: 'every', add: (app) => applyScenarios(app) },
      { on: ['customer'], add: (app) => listScenariosRoute(app) },
    ],
  } satisfies OpenModule<undefined>;
}
