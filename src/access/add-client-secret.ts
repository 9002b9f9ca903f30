import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { loadRowBinder, type RecordCipher } from '../platform/encryption/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { insertClientSecret, lockClient } from './client-store.ts';
import { AccessError } from './errors.ts';
import { createSecret, hashSecret } from './hash-secret.ts';
import { type Grantor, requireScopesHeld } from './require-scopes-held.ts';
import type { ClientCredentials } from './types.ts';

/**
 * A second secret for a client, valid beside the first, so that a secret can be replaced without a gap. This is
 * the only time it can be read.
 *
 * Rejects with `client_not_found`, `client_revoked`, `client_has_keys`, or `client_secret_limit` when there are two
 * already, or `client_scopes_exceeded` when `grantor` lacks one of the client's scopes. Without a grantor the operator asks.
 */
export async function addClientSecret(
  deps: { readonly db: Db; readonly cipher: RecordCipher; readonly clock: Clock },
  clientId: string,
  grantor?: Grantor,
): Promise<ClientCredentials & { readonly secretId: string }> {
  const clientSecret = createSecret();
  const hash = await hashSecret(clientSecret);
  const rows = await loadRowBinder(deps.db, deps.cipher);
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (client === undefined) {
      throw new AccessError('client_not_found');
    }
    if (grantor !== undefined) requireScopesHeld(grantor, client.scopes);
    if (client.revokedAt !== undefined) {
      throw new AccessError('client_revoked');
    }
    if (client.publicKeys !== undefined) {
      throw new AccessError('client_has_keys');
    }
    if (client.secrets.length >= 2) {
      throw new AccessError('client_secret_limit');
    }
    const now = deps.clock.now();
    const secretId = createUuidV7(now.getTime());
    await insertClientSecret(tx, rows, clientId, { ...hash, id: secretId }, now);
    return { clientId, clientSecret, secretId };
  });
}
