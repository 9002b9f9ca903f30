import type { Db } from '../platform/db/types.ts';
import { deleteClientSecret, lockClient } from './client-store.ts';
import { AccessError } from './errors.ts';

/**
 * Ends the replacement of a secret: leaves the newest and removes the one before it. Gives the identifiers of what
 * was removed; none when there was one secret only.
 *
 * Rejects with `client_not_found`.
 */
export async function removeOldClientSecrets(
  deps: { readonly db: Db },
  clientId: string,
): Promise<{ readonly removedSecretIds: readonly string[] }> {
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (client === undefined) throw new AccessError('client_not_found');
    const removedSecretIds = client.secrets.slice(0, -1).map(({ id }) => id);
    for (const id of removedSecretIds) await deleteClientSecret(tx, clientId, id);
    return { removedSecretIds };
  });
}
