import type { ModuleContext, OpenModule } from '../module.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { registrySwitched } from './declarations.ts';
import { getRegistryStatus } from './get-registry-status.ts';
import { getRegistryRoute } from './routes/get-registry.ts';
import type { registrySettings } from './settings.ts';

/** Opens the reading of the registry. */
export async function openRegistry(context: ModuleContext<typeof registrySettings>) {
  const { database, clock, metrics, settings } = context;
  metrics.addGauge({
    name: 'confere_registry_age_seconds',
    help: 'Since the registry that answers was switched to; missing before the first import.',
    async read() {
      const { current } = await getRegistryStatus(database);
      return current && (clock.now().getTime() - current.switchedAt.getTime()) / 1000;
    },
  });
  return {
    parts: { shareUrl: settings.registry.shareUrl },
    contributions: [contribute(eventTypesPoint, registrySwitched)],
    routes: [{ on: ['customer'], add: (app) => getRegistryRoute(app, { registry: database }) }],
  } satisfies OpenModule<unknown>;
}
