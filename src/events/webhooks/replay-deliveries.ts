import { findScopesOfClients } from '../../access/index.ts';
import { RequestError } from '../../platform/errors.ts';
import { recordEvent } from '../../platform/events/index.ts';
import { createId } from '../../platform/ids.ts';
import { holdsScope } from '../../platform/tokens/index.ts';
import { webhookDeliveryIdKind, webhookEndpointTested } from '../declarations.ts';
import { EventError } from '../errors.ts';
import { findEvent, listEventRows } from '../events-store.ts';
import { wants } from '../publish-events.ts';
import type { Endpoint, PublishedEvent } from '../types.ts';
import { findArrivedEvents, findDelivery, insertDeliveries } from './deliveries-store.ts';
import { getEndpoint, lockOwnEndpoint, type Manager, type WebhookDeps } from './get-endpoint.ts';
import { requireEnabled } from './save-endpoint.ts';

const mostEvents = 10_000;

/** Queues one delivery again, with the same event. Gives the id of the new delivery. */
export async function replayDelivery(
  deps: WebhookDeps,
  endpointId: string,
  deliveryId: string,
  manager: Manager,
): Promise<string> {
  const endpoint = await getEndpoint(deps, endpointId, manager);
  requireEnabled(endpoint);
  const delivery = await findDelivery(deps.db, endpointId, deliveryId);
  const event = delivery && (await findEvent(deps.db, delivery.eventId));
  if (event === undefined) throw new EventError('webhook_delivery_not_found');
  const [id] = await queue(deps, endpoint, [event], manager);
  return id!;
}

/** A stretch of time whose events are to be delivered again. */
type ReplayWindow = {
  /** From this moment on, by the time of the events. */
  readonly from: Date;
  /** Before this moment. */
  readonly to: Date;
  /** Also events that have arrived already. */
  readonly isIncludingDelivered: boolean;
};

/**
 * The number of events that a replay of the window would deliver, and of each type. Rejects as `getEndpoint` does, and
 * with `webhook_replay_too_large`.
 */
export async function previewReplay(
  deps: WebhookDeps,
  endpointId: string,
  window: ReplayWindow,
  manager: Manager,
) {
  const endpoint = await getEndpoint(deps, endpointId, manager);
  const events = await findWindow(deps, endpoint, window);
  const types: Record<string, number> = {};
  for (const { type } of events) types[type] = (types[type] ?? 0) + 1;
  return { events: events.length, types };
}

/**
 * Queues the events of a window again, after everything that is new: those that the endpoint wants and its client may
 * see, also what happened while it was disabled. Gives how many. Rejects with `webhook_replay_unconfirmed` when their
 * number is not the one that a preview told.
 */
export async function replayWindow(
  deps: WebhookDeps,
  endpointId: string,
  window: ReplayWindow & { readonly confirmedEvents: number },
  manager: Manager,
): Promise<number> {
  const endpoint = await getEndpoint(deps, endpointId, manager);
  requireEnabled(endpoint);
  const events = await findWindow(deps, endpoint, window);
  if (events.length !== window.confirmedEvents) throw new EventError('webhook_replay_unconfirmed');
  return (await queue(deps, endpoint, events, manager)).length;
}

async function findWindow(
  { db, catalogue }: WebhookDeps,
  endpoint: Endpoint,
  { from, to, isIncludingDelivered }: ReplayWindow,
): Promise<readonly PublishedEvent[]> {
  // No events would read as: nothing is missing.
  if (from > to) throw RequestError.at('body/to', 'must not be before `from`');
  const scopes = (await findScopesOfClients(db, [endpoint.clientId])).get(endpoint.clientId);
  if (scopes === undefined) return [];
  const viewer = { clientId: endpoint.clientId, scopes };
  const all = await listEventRows(db, { from, to, limit: mostEvents + 1 });
  if (all.length > mostEvents) throw new EventError('webhook_replay_too_large');
  const wanted = all.filter((event) => catalogue.isVisible(event, viewer) && wants(endpoint, event));
  if (isIncludingDelivered) return wanted;
  const ids = wanted.map(({ id }) => id);
  const arrived = await findArrivedEvents(db, endpoint.id, ids);
  return wanted.filter(({ id }) => !arrived.has(id));
}

async function queue(
  { db, cipher, clock }: WebhookDeps,
  endpoint: Endpoint,
  events: readonly PublishedEvent[],
  manager: Manager,
): Promise<readonly string[]> {
  const now = clock.now();
  const deliveries = events.map((event) => ({
    id: createId(webhookDeliveryIdKind, now.getTime()),
    endpointId: endpoint.id,
    eventId: event.id,
  }));
  await db.transaction().execute(async (tx) => {
    requireEnabled(await lockOwnEndpoint(tx, cipher, endpoint.id, manager));
    await insertDeliveries(tx, deliveries, { isLater: true, now });
  });
  return deliveries.map(({ id }) => id);
}

/**
 * Puts an event for one endpoint alone on its way. It is delivered like any other, whatever types the endpoint asked
 * for. Rejects as `getEndpoint` does, with `webhook_endpoint_disabled`, and with `event_type_unknown` when the
 * endpoint's client may not read its endpoints.
 */
export async function sendTestEvent(deps: WebhookDeps, id: string, manager: Manager): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, deps.cipher, id, manager);
    requireEnabled(endpoint);
    const { clientId } = endpoint;
    const scopes = (await findScopesOfClients(tx, [clientId])).get(clientId);
    const mayRead = scopes !== undefined && holdsScope(scopes, webhookEndpointTested.scope);
    if (!mayRead) throw new EventError('event_type_unknown');
    const at = deps.clock.now();
    await recordEvent(tx, webhookEndpointTested, { webhookEndpointId: id }, { at, clientId });
  });
}
