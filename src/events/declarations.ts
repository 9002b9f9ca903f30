import Type from 'typebox';
import { defineSealedColumns } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { defineIdKind } from '../platform/ids.ts';

export const webhookDeliveryIdKind = defineIdKind('whd');

export const webhookEndpointIdKind = defineIdKind('whe');

export const sealedEndpoint = defineSealedColumns('webhook_endpoints', { prefix: 'webhook-endpoint' });

export const webhookEndpointDisabled = defineEventType({
  name: 'webhook_endpoint.disabled',
  version: 1,
  scope: 'webhooks:read',
  meaning: 'An endpoint answered 410, or failed for five days, and receives nothing any more.',
  data: Type.Object({ webhookEndpointId: eventId(webhookEndpointIdKind) }),
});

export const webhookEndpointTested = defineEventType({
  name: 'webhook_endpoint.tested',
  version: 1,
  scope: 'webhooks:read',
  meaning: 'A test event for an endpoint.',
  data: Type.Object({ webhookEndpointId: eventId(webhookEndpointIdKind) }),
});
