import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { loadRowBinder, type RecordCipher } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import { insertClient } from './client-store.ts';
import { type NewClient, parseNewClient } from './create-client.ts';
import { clientIdKind } from './declarations.ts';
import { type PublicKeysInput, parsePublicKeys } from './parse-public-keys.ts';
import { type Grantor, requireScopesHeld } from './require-scopes-held.ts';
import type { LivenessPolicy } from './types.ts';

/**
 * A new client that proves itself with assertions signed by its own keys (`private_key_jwt`, RFC 7523): it has no
 * secret, and nothing kept here can be used in its place.
 *
 * Rejects as `createClient`, and with `request_invalid` for keys that `parsePublicKeys` does not take.
 */
export async function createKeyClient(
  deps: {
    readonly db: Db;
    readonly cipher: RecordCipher;
    readonly clock: Clock;
    readonly livenessPolicy?: LivenessPolicy;
  },
  client: NewClient & { readonly publicKeys: PublicKeysInput },
  grantor?: Grantor,
): Promise<{ readonly clientId: string; readonly keyIds: string[] }> {
  const checked = parseNewClient(client, deps.livenessPolicy);
  if (grantor !== undefined) requireScopesHeld(grantor, checked.scopes);
  const publicKeys = parsePublicKeys(client.publicKeys);
  const createdAt = deps.clock.now();
  const id = createId(clientIdKind, createdAt.getTime());
  const rows = await loadRowBinder(deps.db, deps.cipher);
  await deps.db
    .transaction()
    .execute((tx) => insertClient(tx, rows, { ...checked, id, createdAt, publicKeys }));
  return { clientId: id, keyIds: publicKeys.map(({ kid }) => kid) };
}
