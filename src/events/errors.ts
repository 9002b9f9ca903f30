import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const eventErrorCatalogue = {
  event_type_unknown: {
    kind: 'invalid',
    title: 'This client has no such event type',
    fix: 'Use types from GET /v1/event-types. The list names the scope of each type.',
  },
  event_feed_unreadable: {
    kind: 'local',
    title: 'The feed of the server cannot be read',
    fix: 'Name a client with the scope events:read and the file of its secret. The detail names the cause.',
  },
  webhook_endpoint_not_found: {
    kind: 'not-found',
    title: 'There is no such webhook endpoint',
    fix: 'Use the id from the creation of the endpoint, and the same client.',
  },
  webhook_url_invalid: {
    kind: 'invalid',
    title: 'The url is not allowed for webhooks',
    fix: 'Use an absolute https: address on the public internet, without user name and password. The operator can allow other hosts with WEBHOOK_ALLOW.',
  },
  webhook_endpoints_full: {
    kind: 'conflict',
    title: 'The client has the maximum number of webhook endpoints',
    fix: 'Remove an unused endpoint.',
  },
  webhook_endpoint_disabled: {
    kind: 'conflict',
    title: 'The webhook endpoint is disabled',
    fix: 'Enable it first.',
  },
  webhook_delivery_not_found: {
    kind: 'not-found',
    title: 'There is no such delivery',
    fix: 'Use an id from the list of deliveries of this endpoint. Deliveries are deleted with their events.',
  },
  webhook_replay_unconfirmed: {
    kind: 'conflict',
    title: 'The number of events differs from the confirmed number',
    fix: 'Request a preview. Send its `events` as `confirmedEvents`.',
  },
  webhook_replay_too_large: {
    kind: 'invalid',
    title: 'The time window contains more than 10,000 events',
    fix: 'Use a shorter window, or read the feed.',
  },
} satisfies ErrorCatalogue;

export class EventError extends errorsOf(eventErrorCatalogue) {}
