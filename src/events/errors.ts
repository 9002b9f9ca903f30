import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of events and webhooks. */
export const eventErrorCatalogue = {
  event_cursor_unknown: {
    kind: 'invalid',
    title: 'There is no such event to go on from',
    fix: 'Events are kept for 30 days unless the operator says otherwise. Leave `after` out to begin with the oldest one kept.',
  },
  event_type_unknown: {
    kind: 'invalid',
    title: 'There is no such type of event for this client',
    fix: 'Use types that GET /v1/event-types lists. A type needs the scope that stands beside it.',
  },
  event_feed_unreadable: {
    kind: 'unavailable',
    title: 'The feed of that server cannot be read',
    fix: 'Name a client with the scope events:read and the file that holds its secret. The detail says more.',
  },
  webhook_endpoint_not_found: {
    kind: 'not-found',
    title: 'There is no such webhook endpoint',
    fix: 'Use the id that the endpoint was created with, and the same client.',
  },
  webhook_url_invalid: {
    kind: 'invalid',
    title: 'The url cannot be used for webhooks',
    fix: 'Use an absolute https: address on the public internet, without user and password. Operators can allow other hosts with WEBHOOK_ALLOW.',
  },
  webhook_endpoints_full: {
    kind: 'conflict',
    title: 'The client has as many webhook endpoints as it may have',
    fix: 'Remove an endpoint that is not used any more.',
  },
  webhook_endpoint_disabled: {
    kind: 'conflict',
    title: 'The webhook endpoint is disabled',
    fix: 'Enable it first.',
  },
  webhook_delivery_not_found: {
    kind: 'not-found',
    title: 'There is no such delivery',
    fix: 'Use an id of the deliveries of this endpoint. The event must still be kept.',
  },
  webhook_replay_unconfirmed: {
    kind: 'conflict',
    title: 'The window holds another number of events than was confirmed',
    fix: 'Ask for a preview, and send its `events` as `confirmedEvents`.',
  },
  webhook_replay_too_large: {
    kind: 'invalid',
    title: 'The window holds more than 10,000 events',
    fix: 'Take a shorter window, or read the feed.',
  },
} satisfies ErrorCatalogue;

export type EventErrorCode = keyof typeof eventErrorCatalogue;

/** An obstacle to reading events or to webhooks. */
export class EventError extends AppError {
  declare readonly code: EventErrorCode;

  constructor(code: EventErrorCode, options?: AppErrorOptions) {
    super(code, eventErrorCatalogue[code], options);
  }
}
