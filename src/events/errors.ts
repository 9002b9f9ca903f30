import { define, errorsOf } from '../platform/errors.ts';

export const eventErrorCatalogue = {
  event_type_unknown: define.invalid(
    'This client has no such event type',
    'Use types from GET /v1/event-types. The list names the scope of each type.',
  ),
  event_feed_unreadable: define.local(
    'The feed of the server cannot be read',
    'Name a client with the scope events:read and the file of its secret. The detail names the cause.',
  ),
  webhook_endpoint_not_found: define.notFound(
    'There is no such webhook endpoint',
    'Use the id from the creation of the endpoint, and the same client.',
  ),
  webhook_url_invalid: define.invalid(
    'The url is not allowed for webhooks',
    'Use an absolute https: address on the public internet, without user name and password. The operator can allow other hosts with WEBHOOK_ALLOW.',
  ),
  webhook_endpoints_full: define.conflict(
    'The client has the maximum number of webhook endpoints',
    'Remove an unused endpoint.',
  ),
  webhook_endpoint_disabled: define.conflict('The webhook endpoint is disabled', 'Enable it first.'),
  webhook_delivery_not_found: define.notFound(
    'There is no such delivery',
    'Use an id from the list of deliveries of this endpoint. Deliveries are deleted with their events.',
  ),
  webhook_replay_unconfirmed: define.conflict(
    'The number of events differs from the confirmed number',
    'Request a preview. Send its `events` as `confirmedEvents`.',
  ),
  webhook_replay_too_large: define.invalid(
    'The time window contains more than 10,000 events',
    'Use a shorter window, or read the feed.',
  ),
};

export class EventError extends errorsOf(eventErrorCatalogue) {}
