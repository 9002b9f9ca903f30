import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { hasClients, lockClients } from './client-store.ts';
import { storeNewClient } from './create-client.ts';
import { createSecret, hashSecret } from './hash-secret.ts';
import { scopesOfProduct } from './scopes.ts';
import type { ClientCredentials } from './types.ts';

/**
 * The credentials of the deployment's first client, a customer client with every scope, or undefined when there
 * has ever been a client. Of several replicas that start at once, one gets them.
 */
export async function createFirstAdminClient(deps: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<ClientCredentials | undefined> {
  if (await hasClients(deps.db)) {
    return undefined;
  }
  const secret = createSecret();
  const hash = await hashSecret(secret);
  return await deps.db.transaction().execute(async (tx) => {
    await lockClients(tx);
    if (await hasClients(tx)) {
      return undefined;
    }
    return await storeNewClient(tx, {
      product: 'customer',
      scopes: scopesOfProduct.customer,
      name: 'first administrator',
      secret,
      hash,
      now: deps.clock.now(),
    });
  });
}
