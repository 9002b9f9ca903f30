import { findScopesOfClients } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import { hasOutboxEvents } from '../platform/events/index.ts';
import { createId } from '../platform/ids.ts';
import { webhookDeliveryIdKind, webhookEndpointTested } from './declarations.ts';
import { lockHead, moveOutbox } from './events-store.ts';
import type { Catalogue, NewEvent, PublishedEvent } from './types.ts';
import { insertDeliveries } from './webhooks/deliveries-store.ts';
import { type EndpointFilter, listEndpointFilters } from './webhooks/endpoints-store.ts';

export type PublishDeps = { readonly db: Db; readonly clock: Clock; readonly catalogue: Catalogue };

/** Events that one call of `publishEvents` takes at most. */
export const mostPublished = 1_000;

/**
 * Takes committed events out of the outbox, numbers them for the feed and puts a delivery for each endpoint that wants
 * one into the queue, all in one transaction, a thousand at most. Gives how many there were. Those of a transaction that commits later are
 * numbered later, so that the feed grows at its end only.
 *
 * See docs/decisions/0093.
 */
export async function publishEvents(deps: PublishDeps): Promise<number> {
  return (await hasOutboxEvents(deps.db)) ? (await publishWaiting(deps)).published : 0;
}

/** The same for whoever knows that events wait; tells also whether there is an endpoint at all. */
export async function publishWaiting(
  deps: PublishDeps,
): Promise<{ readonly published: number; readonly hasEndpoints: boolean }> {
  return await deps.db.transaction().execute(async (tx) => {
    await lockHead(tx);
    const events = await moveOutbox(tx, mostPublished);
    const hasEndpoints =
      events.length > 0 && (await queueDeliveries(tx, deps.catalogue, events, deps.clock.now()));
    return { published: events.length, hasEndpoints };
  });
}

/** False when there is no endpoint. */
async function queueDeliveries(
  tx: Tx,
  catalogue: Catalogue,
  events: readonly NewEvent[],
  now: Date,
): Promise<boolean> {
  const endpoints = await listEndpointFilters(tx);
  if (endpoints.length === 0) return false;
  const scopesOf = await findScopesOfClients(tx, [...new Set(endpoints.map(({ clientId }) => clientId))]);
  const deliveries = endpoints.flatMap((endpoint) => {
    const scopes = scopesOf.get(endpoint.clientId);
    if (scopes === undefined) return [];
    const viewer = { clientId: endpoint.clientId, scopes };
    return events
      .filter((event) => catalogue.isVisible(event, viewer) && wants(endpoint, event))
      .map((event) => ({
        id: createId(webhookDeliveryIdKind, now.getTime()),
        endpointId: endpoint.id,
        eventId: event.id,
        traceparent: event.traceparent,
      }));
  });
  await insertDeliveries(tx, deliveries, { isLater: false, now });
  return true;
}

/** True if an endpoint asked for events of the type. An event to try an endpoint with is for that one alone. */
export function wants(endpoint: EndpointFilter, { type, data }: PublishedEvent): boolean {
  if (type === webhookEndpointTested.name) {
    return (data as { webhookEndpointId?: string }).webhookEndpointId === endpoint.id;
  }
  return endpoint.types === undefined || endpoint.types.includes(type);
}
