import type { Db } from '../platform/db/types.ts';
import { loadRowBinder, type RecordCipher } from '../platform/encryption/index.ts';
import { lockClient, replaceClientPublicKeys } from './client-store.ts';
import { AccessError } from './errors.ts';
import { type PublicKeysInput, parsePublicKeys } from './parse-public-keys.ts';
import { type Grantor, requireScopesHeld } from './require-scopes-held.ts';

/**
 * Replaces the public keys of a client. The next assertion with another key is refused. For a change without a gap,
 * send the old and the new key together, and later the new key alone.
 *
 * Rejects with `client_not_found`, `client_revoked`, `client_has_secret`, `request_invalid`, or
 * `client_scopes_exceeded` when `grantor` lacks one of the client's scopes. Without a grantor the operator asks.
 */
export async function replaceClientKeys(
  deps: { readonly db: Db; readonly cipher: RecordCipher },
  change: { readonly clientId: string; readonly publicKeys: PublicKeysInput },
  grantor?: Grantor,
): Promise<{ readonly keyIds: string[] }> {
  const publicKeys = parsePublicKeys(change.publicKeys);
  const rows = await loadRowBinder(deps.db, deps.cipher);
  await deps.db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, change.clientId);
    if (client === undefined) throw new AccessError('client_not_found');
    if (grantor !== undefined) requireScopesHeld(grantor, client.scopes);
    if (client.revokedAt !== undefined) throw new AccessError('client_revoked');
    if (client.publicKeys === undefined) throw new AccessError('client_has_secret');
    const isReplaced = await replaceClientPublicKeys(tx, rows, change.clientId, publicKeys);
    if (!isReplaced) throw new AccessError('client_not_found');
  });
  return { keyIds: publicKeys.map(({ kid }) => kid) };
}
