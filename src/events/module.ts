import { defineModule } from '../module.ts';
import { eventAuditActions } from './audit-actions.ts';
import { webhookDeliveryIdKind, webhookEndpointIdKind } from './id-kinds.ts';
import { eventsSealedTables } from './sealed-tables.ts';
import { eventsSettings } from './settings.ts';

/** The feed of events, and webhooks. */
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
