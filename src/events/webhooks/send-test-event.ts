import { findScopesOfClients } from '../../access/index.ts';
import { recordEvent } from '../../platform/events/index.ts';
import { holdsScope } from '../../platform/tokens/index.ts';
import { EventError } from '../errors.ts';
import { webhookEndpointTested } from '../event-types.ts';
import { requireEnabled } from './change-endpoint.ts';
import { lockOwnEndpoint } from './get-endpoint.ts';
import type { Manager, WebhookDeps } from './webhook-deps.ts';

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
    if (scopes === undefined || !holdsScope(scopes, webhookEndpointTested.scope))
      throw new EventError('event_type_unknown');
    const at = deps.clock.now();
    await recordEvent(tx, webhookEndpointTested, { webhookEndpointId: id }, { at, clientId });
  });
}
