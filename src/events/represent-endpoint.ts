import type { Delivery, Endpoint } from './types.ts';

/** An endpoint in plain JSON, as the API and commands show it. Never a secret. */
export function representEndpoint(endpoint: Endpoint) {
  const { id, clientId, url, types, description, disabledAt, disabledReason, failingSince } = endpoint;
  return {
    id,
    clientId,
    url,
    ...(types === undefined ? {} : { types: [...types] }),
    ...(description === undefined ? {} : { description }),
    createdAt: endpoint.createdAt.toISOString(),
    isEnabled: disabledAt === undefined,
    ...(disabledAt === undefined ? {} : { disabledAt: disabledAt.toISOString() }),
    ...(disabledReason === undefined ? {} : { disabledReason }),
    ...(failingSince === undefined ? {} : { failingSince: failingSince.toISOString() }),
  };
}

/** A delivery in plain JSON with every try. */
export function representDelivery({ id, endpointId, eventId, state, ...delivery }: Delivery) {
  return {
    id,
    webhookEndpointId: endpointId,
    eventId,
    state,
    createdAt: delivery.createdAt.toISOString(),
    ...(state === 'pending' ? { dueAt: delivery.dueAt.toISOString() } : {}),
    attempts: [...delivery.attempts],
  };
}
