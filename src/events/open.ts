import { accessModule } from '../access/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { createOutboundClient } from '../platform/outbound/index.ts';
import { type RetentionRule, retentionPoint } from '../platform/personal-data.ts';
import { webhookEndpointDisabled, webhookEndpointTested } from './declarations.ts';
import { deleteOldEvents } from './events-store.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { changeEndpointRoutes, createEndpointRoute, readEndpointRoutes } from './routes/endpoints.ts';
import { listEventsRoute, listEventTypesRoute } from './routes/event-routes.ts';
import type { eventsSettings } from './settings.ts';
import { createCatalogue } from './types.ts';
import { createDispatcher } from './webhooks/create-dispatcher.ts';
import { countPendingDeliveries, deleteOldDeliveries } from './webhooks/deliveries-store.ts';

export async function openEvents(context: ModuleContext<typeof eventsSettings>) {
  const { db, cipher, clock, onBackgroundError: onError, metrics } = context;
  const { webhookAllow, webhookTimeoutMs, webhookConcurrency, keptDays } = context.settings.events;
  const { signingKeys: keys } = context.use(accessModule);
  const catalogue = createCatalogue(() => context.contributions(eventTypesPoint));
  const outbound = createOutboundClient({
    peer: 'webhooks',
    areHostsForeign: true,
    allow: webhookAllow,
    keepAlive: true,
  });
  const events = { db, clock, catalogue };
  const webhooks = { db, cipher, clock, catalogue, outbound };
  const dispatcher = context.adopt(
    createDispatcher({
      ...webhooks,
      keys,
      onError,
      tracing: context.tracing,
      timeoutMs: webhookTimeoutMs,
      concurrency: webhookConcurrency,
    }),
    (it) => it.stop(),
  );
  metrics.addGauges({
    about: {
      confere_webhook_deliveries_pending: {
        help: 'Deliveries of webhooks that wait, those to be tried again included.',
      },
      confere_webhook_deliveries_oldest_pending_seconds: {
        help: 'Age of the oldest delivery of a webhook that waits; 0 when none waits.',
      },
    },
    async read() {
      const { count, oldestAt } = await countPendingDeliveries(db);
      const ageMs = oldestAt === null ? 0 : clock.now().getTime() - oldestAt.getTime();
      return [
        { name: 'confere_webhook_deliveries_pending', value: count },
        { name: 'confere_webhook_deliveries_oldest_pending_seconds', value: Math.max(0, ageMs / 1_000) },
      ];
    },
  });
  return {
    parts: { webhooks },
    routes: [
      {
        on: ['customer'],
        add(app) {
          listEventsRoute(app, { events });
          listEventTypesRoute(app, { events });
          createEndpointRoute(app, { webhooks });
          readEndpointRoutes(app, { webhooks });
          changeEndpointRoutes(app, { webhooks });
          deliveryRoutes(app, { webhooks });
        },
      },
    ],
    contributions: [
      contribute(eventTypesPoint, webhookEndpointDisabled, webhookEndpointTested),
      contribute(retentionPoint, ...retentionRules(keptDays)),
    ],
    work: () => dispatcher.start(),
  } satisfies OpenModule<unknown>;
}

/** The retention of the feed and of deliveries. Deliveries go by their time alone: a month of them goes whole. */
export function retentionRules(days: number): readonly RetentionRule[] {
  const delivery: RetentionRule['months'] = { table: 'webhook_deliveries', mayGo: async () => true };
  const kinds = [
    { name: 'events (RETENTION_EVENTS_DAYS)', deleteOld: deleteOldEvents },
    { name: 'deliveries (RETENTION_EVENTS_DAYS)', deleteOld: deleteOldDeliveries, months: delivery },
  ];
  return kinds.map(({ deleteOld, ...rule }) => ({
    days,
    ...rule,
    async eraseBatch(tx, before, limit) {
      return { count: await deleteOld(tx, before, limit), files: [] };
    },
  }));
}
