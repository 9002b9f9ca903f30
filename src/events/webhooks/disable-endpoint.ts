import type { Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { recordEvent } from '../../platform/events/index.ts';
import { webhookEndpointDisabled } from '../declarations.ts';
import { lockHead } from '../events-store.ts';
import type { DisabledReason, Endpoint } from '../types.ts';
import { cancelDeliveries } from './deliveries-store.ts';
import { lockEndpoint, updateEndpoint } from './endpoints-store.ts';

/**
 * Disables an endpoint and cancels what waits for it. Its client is told by an event when nobody asked for it.
 * Undefined when there is none; one that is disabled already stays as it is.
 */
export async function disableEndpoint(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
  { reason, now }: { readonly reason: DisabledReason; readonly now: Date },
): Promise<Endpoint | undefined> {
  const endpoint = await lockEndpoint(tx, cipher, id);
  if (endpoint === undefined || endpoint.disabledAt !== undefined) return endpoint;
  const disabled: Endpoint = { ...endpoint, disabledAt: now, disabledReason: reason };
  // Whoever publishes now has read the endpoint as it was: what they queue for it is cancelled too.
  await lockHead(tx);
  await updateEndpoint(tx, cipher, disabled);
  await cancelDeliveries(tx, id);
  if (reason === 'gone' || reason === 'failing') {
    const { clientId } = endpoint;
    await recordEvent(tx, webhookEndpointDisabled, { webhookEndpointId: id }, { at: now, clientId });
  }
  return disabled;
}
