import { constant, group, integer, text } from '../platform/config/variables.ts';

const events = group('Events and webhooks', {
  keptDays: integer({
    variable: 'RETENTION_EVENTS_DAYS',
    default: 30,
    minimum: 1,
    maximum: 3_650,
    description: 'Days after which events and webhook deliveries are deleted.',
  }),
  webhookAllow: text('host-list', {
    variable: 'WEBHOOK_ALLOW',
    default: '',
    description:
      'Hosts and address ranges of webhook endpoints that may be private, use plain http or use a port other than 443. All other private addresses are refused.',
  }),
  /** Time limit for one webhook delivery, in milliseconds. */
  webhookTimeoutMs: constant(15_000),
  /** Maximum deliveries of one process to one endpoint at a time. A slow endpoint gets two. */
  webhookConcurrency: constant(20),
});

export const eventsSettings = { events };
