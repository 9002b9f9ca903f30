import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { EventError } from '../errors.ts';
import type { Catalogue, Delivery, Endpoint } from '../types.ts';
import { listDeliveries } from './deliveries-store.ts';
import { findEndpoint, lockEndpoint } from './endpoints-store.ts';

export type WebhookDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly outbound: Pick<OutboundClient, 'judge'>;
};

/** Who manages endpoints: a client its own, an administrator and the operator all. */
export type Manager =
  | { readonly clientId: string; readonly scopes: ReadonlySet<string> }
  | { readonly isOperator: true };

/** The client that endpoints must belong to; undefined when any will do. */
export function ownerFor(manager: Manager): string | undefined {
  if ('isOperator' in manager || manager.scopes.has('admin')) return undefined;
  return manager.clientId;
}

/** An endpoint that the manager may manage. Rejects with `webhook_endpoint_not_found`, also for those of others. */
export async function getEndpoint(
  { db, cipher }: Pick<WebhookDeps, 'db' | 'cipher'>,
  id: string,
  manager: Manager,
): Promise<Endpoint> {
  return requireOwn(await findEndpoint(db, cipher, id), manager);
}

/** The same, locked until the transaction ends. */
export async function lockOwnEndpoint(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
  manager: Manager,
): Promise<Endpoint> {
  return requireOwn(await lockEndpoint(tx, cipher, id), manager);
}

function requireOwn(endpoint: Endpoint | undefined, manager: Manager): Endpoint {
  const owner = ownerFor(manager);
  if (endpoint === undefined || (owner !== undefined && endpoint.clientId !== owner)) {
    throw new EventError('webhook_endpoint_not_found');
  }
  return endpoint;
}

/** Deliveries of an endpoint with every try, newest first. Rejects as `getEndpoint` does. */
export async function listDeliveriesOf(
  deps: WebhookDeps,
  endpointId: string,
  page: Parameters<typeof listDeliveries>[2],
  manager: Manager,
): Promise<readonly Delivery[]> {
  await getEndpoint(deps, endpointId, manager);
  return await listDeliveries(deps.db, endpointId, page);
}

/** An endpoint in plain JSON, as the API and commands show it, of the members that are named here. Never a secret. */
export function representEndpoint(endpoint: Endpoint) {
  const { id, clientId, url, types, description, createdAt, disabledAt, disabledReason, failingSince } =
    endpoint;
  return toAnswer({
    id,
    clientId,
    url,
    types,
    description,
    createdAt,
    disabledAt,
    disabledReason,
    failingSince,
    isEnabled: disabledAt === undefined,
  });
}

export function representDelivery(delivery: Delivery) {
  const { id, endpointId, eventId, state, createdAt, dueAt, attempts } = delivery;
  return toAnswer({
    id,
    eventId,
    state,
    createdAt,
    attempts,
    webhookEndpointId: endpointId,
    dueAt: state === 'pending' ? dueAt : undefined,
  });
}
