import type { Db } from '../platform/db/types.ts';
import { deleteClientSecret, lockClient } from './client-store.ts';
import { AccessError } from './errors.ts';
import { type Grantor, requireMayEnd } from './require-scopes-held.ts';

/**
 * Removes one of a client's two secrets; the next token request with it is refused. Tokens it already fetched
 * live until they expire.
 *
 * Rejects with `client_not_found`, `client_secret_not_found`, `client_secret_last`, or `client_scopes_exceeded` when
 * `grantor` has neither `admin` nor every scope of the client. Without a grantor the operator asks.
 */
export async function removeClientSecret(
  deps: { readonly db: Db },
  secret: { readonly clientId: string; readonly secretId: string },
  grantor?: Grantor,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, secret.clientId);
    if (client === undefined) {
      throw new AccessError('client_not_found');
    }
    if (grantor !== undefined) requireMayEnd(grantor, client.scopes);
    if (!client.secrets.some((candidate) => candidate.id === secret.secretId)) {
      throw new AccessError('client_secret_not_found');
    }
    if (client.secrets.length === 1) {
      throw new AccessError('client_secret_last');
    }
    await deleteClientSecret(tx, secret.clientId, secret.secretId);
  });
}

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
