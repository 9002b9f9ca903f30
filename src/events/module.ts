import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import type { SealedTable } from '../platform/encryption/index.ts';
import { sealedEndpoint, webhookDeliveryIdKind, webhookEndpointIdKind } from './declarations.ts';
import { eventsSettings } from './settings.ts';

const eventAuditActions = {
  'event.list': { meaning: 'events were read from the feed' },
  'webhook.create': { meaning: 'a webhook endpoint was created', target: 'webhook endpoint' },
  'webhook.deliveries': {
    meaning: 'the deliveries of a webhook endpoint were listed',
    target: 'webhook endpoint',
  },
  'webhook.list': { meaning: 'webhook endpoints were listed' },
  'webhook.read': { meaning: 'a webhook endpoint was read', target: 'webhook endpoint' },
  'webhook.remove': { meaning: 'a webhook endpoint was removed', target: 'webhook endpoint' },
  'webhook.replay': {
    meaning: 'deliveries of a webhook endpoint were replayed, or a replay previewed',
    target: 'webhook endpoint',
  },
  'webhook.rotate': { meaning: 'a webhook endpoint was given a new secret', target: 'webhook endpoint' },
  'webhook.test': { meaning: 'an event to try a webhook endpoint with was sent', target: 'webhook endpoint' },
  'webhook.update': { meaning: 'a webhook endpoint was changed', target: 'webhook endpoint' },
  'operator.webhooks/create': { meaning: 'a webhook endpoint was created' },
  'operator.webhooks/deliveries': { meaning: 'the deliveries of a webhook endpoint were listed' },
  'operator.webhooks/disable': { meaning: 'a webhook endpoint was disabled' },
  'operator.webhooks/enable': { meaning: 'a webhook endpoint was enabled' },
  'operator.webhooks/remove': { meaning: 'a webhook endpoint was removed' },
  'operator.webhooks/replay': {
    meaning: 'deliveries of a webhook endpoint were replayed, or a replay previewed',
  },
  'operator.webhooks/rotate': { meaning: 'a webhook endpoint was given a new secret' },
  'operator.webhooks/test': { meaning: 'an event to try a webhook endpoint with was sent' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof eventAuditActions, object> {}
}

const eventsSealedTables: readonly SealedTable[] = [sealedEndpoint];

export const eventsModule = defineModule({
  name: 'events',
  auditActions: eventAuditActions,
  idKinds: [webhookDeliveryIdKind, webhookEndpointIdKind],
  settings: eventsSettings,
  sealedTables: eventsSealedTables,
  commands: {
    events: async () => (await import('./commands/events/events-command.ts')).eventsCommand(),
    webhooks: async () => (await import('./commands/webhooks/webhooks-command.ts')).webhooksCommand(),
  },
  open: async (context) => (await import('./open.ts')).openEvents(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).eventTasks(context),
});
