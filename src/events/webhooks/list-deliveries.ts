import type { Delivery, DeliveryState } from '../types.ts';
import { listDeliveries } from './deliveries-store.ts';
import { getEndpoint } from './get-endpoint.ts';
import type { Manager, WebhookDeps } from './webhook-deps.ts';

/** Deliveries of an endpoint with every try, newest first. Rejects as `getEndpoint` does. */
export async function listDeliveriesOf(
  deps: WebhookDeps,
  endpointId: string,
  page: {
    readonly state: DeliveryState | undefined;
    readonly before: string | undefined;
    readonly limit: number;
  },
  manager: Manager,
): Promise<readonly Delivery[]> {
  await getEndpoint(deps, endpointId, manager);
  return await listDeliveries(deps.db, endpointId, page);
}
