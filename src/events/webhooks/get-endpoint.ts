import type { Db, Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { isId } from '../../platform/ids.ts';
import { EventError } from '../errors.ts';
import { webhookEndpointIdKind } from '../id-kinds.ts';
import type { Endpoint } from '../types.ts';
import { findEndpoint, lockEndpoint } from './endpoints-store.ts';
import { type Manager, ownerFor } from './webhook-deps.ts';

/** An endpoint that the manager may manage. Rejects with `webhook_endpoint_not_found`, also for those of others. */
export async function getEndpoint(
  { db, cipher }: { readonly db: Db; readonly cipher: RecordCipher },
  id: string,
  manager: Manager,
): Promise<Endpoint> {
  return requireOwn(
    isId(webhookEndpointIdKind, id) ? await findEndpoint(db, cipher, id) : undefined,
    manager,
  );
}

/** The same, locked until the transaction ends. */
export async function lockOwnEndpoint(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
  manager: Manager,
): Promise<Endpoint> {
  return requireOwn(
    isId(webhookEndpointIdKind, id) ? await lockEndpoint(tx, cipher, id) : undefined,
    manager,
  );
}

function requireOwn(endpoint: Endpoint | undefined, manager: Manager): Endpoint {
  const owner = ownerFor(manager);
  if (endpoint === undefined || (owner !== undefined && endpoint.clientId !== owner)) {
    throw new EventError('webhook_endpoint_not_found');
  }
  return endpoint;
}
