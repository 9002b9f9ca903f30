import assert from 'node:assert/strict';
import { it } from 'node:test';
import { representDelivery, representEndpoint } from '../../../src/events/webhooks/get-endpoint.ts';

// A later release may add columns to the tables of this one, which reads whole rows.
const later = { laterIndex: Buffer.of(1) };
const at = new Date('2026-11-29T12:00:00Z');

it('an endpoint shows no secret, and nothing that this release does not know', () => {
  const endpoint = {
    id: 'whe_1',
    clientId: 'cli_1',
    url: 'https://shop.example/hook',
    createdAt: at,
    types: undefined,
    description: undefined,
    disabledAt: at,
    disabledReason: 'asked' as const,
    failingSince: undefined,
    secrets: [{ secret: 'whsec_x', createdAt: at }],
  };
  assert.deepEqual(representEndpoint({ ...endpoint, ...later } as never), {
    id: 'whe_1',
    clientId: 'cli_1',
    url: 'https://shop.example/hook',
    createdAt: at.toISOString(),
    disabledAt: at.toISOString(),
    disabledReason: 'asked',
    isEnabled: false,
  });
});

it('a delivery shows nothing that this release does not know', () => {
  const delivery = {
    id: 'whd_1',
    endpointId: 'whe_1',
    eventId: 'evt_1',
    createdAt: at,
    dueAt: at,
    attempts: [],
  };
  assert.deepEqual(representDelivery({ ...delivery, state: 'delivered', ...later } as never), {
    id: 'whd_1',
    webhookEndpointId: 'whe_1',
    eventId: 'evt_1',
    state: 'delivered',
    attempts: [],
    createdAt: at.toISOString(),
  });
});
