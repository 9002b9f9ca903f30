import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { sealedUnshownSecret } from './declarations.ts';
import type { ClientCredentials } from './types.ts';
import {
  deleteUnshownSecret,
  findUnshownSecret,
  lockUnshownSecret,
  type UnshownSecret,
} from './unshown-secret-store.ts';

type Deps = { readonly db: Db; readonly cipher: RecordCipher };

/** The first administrator's credentials while nobody has been shown them. They stay unshown. */
export async function readUnshownFirstAdmin(deps: Deps): Promise<ClientCredentials | undefined> {
  const unshown = await findUnshownSecret(deps.db);
  return unshown && open(deps.cipher, unshown);
}

/**
 * Shows the first administrator's credentials, once: when `show` resolves, the sealed copy of the secret is deleted
 * and only the hash is left. When it rejects, so does this, and the next start shows them. Of several processes one
 * shows them. Gives what was shown; undefined when there was nothing to show.
 */
export async function showFirstAdmin(
  deps: Deps,
  show: (credentials: ClientCredentials) => Promise<void>,
): Promise<ClientCredentials | undefined> {
  return await deps.db.transaction().execute(async (tx) => {
    const unshown = await lockUnshownSecret(tx);
    if (unshown === undefined) return undefined;
    const credentials = open(deps.cipher, unshown);
    await show(credentials);
    await deleteUnshownSecret(tx, unshown.secretId);
    return credentials;
  });
}

function open(cipher: RecordCipher, { clientId, secretId, sealed }: UnshownSecret): ClientCredentials {
  return { clientId, clientSecret: sealedUnshownSecret.openText(cipher, secretId, sealed) };
}
