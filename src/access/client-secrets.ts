import { loadRowBinder } from '../platform/encryption/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { lockToChange, lockToEnd } from './change-client.ts';
import type { Grantor } from './client-rules.ts';
import { deleteClientSecret, insertClientSecret, replaceClientPublicKeys } from './client-store.ts';
import { AccessError } from './errors.ts';
import { createSecret, hashSecret } from './hash-secret.ts';
import { type PublicKeysInput, parsePublicKeys } from './parse-public-keys.ts';
import type { AccessDeps, ClientCredentials } from './types.ts';

/**
 * A second secret for a client, valid beside the first, so that a secret can be replaced without a gap. This is
 * the only time it can be read.
 *
 * Rejects as `lockToChange`, and with `client_has_keys`, or `client_secret_limit` when there are two already.
 */
export async function addClientSecret(
  deps: Omit<AccessDeps, 'livenessPolicy'>,
  clientId: string,
  grantor?: Grantor,
): Promise<ClientCredentials & { readonly secretId: string }> {
  const clientSecret = createSecret();
  const hash = await hashSecret(clientSecret);
  const rows = await loadRowBinder(deps.db, deps.cipher);
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockToChange(tx, clientId, grantor);
    if (client.publicKeys !== undefined) throw new AccessError('client_has_keys');
    if (client.secrets.length >= 2) throw new AccessError('client_secret_limit');
    const now = deps.clock.now();
    const secretId = createUuidV7(now.getTime());
    await insertClientSecret(tx, rows, clientId, { ...hash, id: secretId }, now);
    return { clientId, clientSecret, secretId };
  });
}

/**
 * Removes one of a client's two secrets; the next token request with it is refused. Tokens it already fetched
 * live until they expire.
 *
 * Rejects as `lockToEnd`, and with `client_secret_not_found` or `client_secret_last`.
 */
export async function removeClientSecret(
  deps: Pick<AccessDeps, 'db'>,
  secret: { readonly clientId: string; readonly secretId: string },
  grantor?: Grantor,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const client = await lockToEnd(tx, secret.clientId, grantor);
    if (!client.secrets.some((candidate) => candidate.id === secret.secretId)) {
      throw new AccessError('client_secret_not_found');
    }
    if (client.secrets.length === 1) throw new AccessError('client_secret_last');
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
  deps: Pick<AccessDeps, 'db'>,
  clientId: string,
): Promise<{ readonly removedSecretIds: readonly string[] }> {
  return await deps.db.transaction().execute(async (tx) => {
    const client = await lockToEnd(tx, clientId, undefined);
    const removedSecretIds = client.secrets.slice(0, -1).map(({ id }) => id);
    for (const id of removedSecretIds) await deleteClientSecret(tx, clientId, id);
    return { removedSecretIds };
  });
}

/**
 * Replaces the public keys of a client. The next assertion with another key is refused. For a change without a gap,
 * send the old and the new key together, and later the new key alone.
 *
 * Rejects as `lockToChange`, and with `client_has_secret` and `request_invalid`.
 */
export async function replaceClientKeys(
  deps: Pick<AccessDeps, 'db' | 'cipher'>,
  change: { readonly clientId: string; readonly publicKeys: PublicKeysInput },
  grantor?: Grantor,
): Promise<{ readonly keyIds: string[] }> {
  const publicKeys = parsePublicKeys(change.publicKeys);
  const rows = await loadRowBinder(deps.db, deps.cipher);
  await deps.db.transaction().execute(async (tx) => {
    const client = await lockToChange(tx, change.clientId, grantor);
    if (client.publicKeys === undefined) throw new AccessError('client_has_secret');
    const isReplaced = await replaceClientPublicKeys(tx, rows, change.clientId, publicKeys);
    if (!isReplaced) throw new AccessError('client_not_found');
  });
  return { keyIds: publicKeys.map(({ kid }) => kid) };
}
