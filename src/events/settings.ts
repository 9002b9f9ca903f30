import { group, integer, text } from '../platform/config/variables.ts';

export const events = group('Events and webhooks', {
  keptDays: integer({
    variable: 'RETENTION_EVENTS_DAYS',
    default: 30,
    minimum: 1,
    maximum: 3_650,
    description: 'Days after which events are deleted from the feed, and deliveries of webhooks.',
  }),
  webhookAllow: text<readonly string[]>('host-list', {
    variable: 'WEBHOOK_ALLOW',
    default: '',
    description:
      'Hosts and ranges that webhooks may be sent to although they are private, use plain http or another port than 443. Everything else private is refused.',
  }),
  webhookTimeoutMs: integer({
    variable: 'WEBHOOK_TIMEOUT_MS',
    default: 15_000,
    minimum: 100,
    maximum: 30_000,
    description: 'Time limit of one delivery of a webhook, in milliseconds.',
  }),
  webhookConcurrency: integer({
    variable: 'WEBHOOK_CONCURRENCY',
    default: 20,
    minimum: 1,
    maximum: 100,
    description: 'Deliveries to one endpoint at once, of each process. An endpoint that is slow gets two.',
  }),
});

/** The settings of this domain. */
export const eventsSettings = { events };
