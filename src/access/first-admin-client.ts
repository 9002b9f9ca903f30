import { appendAuditEvent } from '../platform/audit/index.ts';
import { loadRowBinder, type RecordCipher } from '../platform/encryption/index.ts';
import { scopesOfProduct } from '../platform/tokens/index.ts';
import { grantFirstAdmin, hasClients, lockClients } from './client-store.ts';
import { storeNewClient } from './create-client.ts';
import { sealedUnshownSecret } from './declarations.ts';
import { createSecret, hashSecret } from './hash-secret.ts';
import type { AccessDeps, ClientCredentials } from './types.ts';
import {
  deleteUnshownSecret,
  findUnshownSecret,
  insertUnshownSecret,
  lockUnshownSecret,
  type UnshownSecret,
} from './unshown-secret-store.ts';

/**
 * True when this made the deployment's first client: a customer client with every scope, its secret kept sealed until
 * `showFirstAdmin` has shown it. Nothing is made when there has ever been a client; the first administrator of an
 * earlier version then gets the scopes that came since. Of several replicas that start at once, one makes it.
 */
export async function createFirstAdminClient(
  deps: Omit<AccessDeps, 'livenessPolicy'> & { readonly auditKey: Uint8Array },
): Promise<boolean> {
  const scopes = scopesOfProduct.customer;
  const rows = await loadRowBinder(deps.db, deps.cipher);
  if (await hasClients(deps.db)) {
    await grantFirstAdmin(deps.db, rows, scopes);
    return false;
  }
  const secret = createSecret();
  const hash = await hashSecret(secret);
  return await deps.db.transaction().execute(async (tx) => {
    await lockClients(tx);
    if (await hasClients(tx)) return false;
    const now = deps.clock.now();
    const { clientId, secretId } = await storeNewClient(tx, rows, {
      product: 'customer',
      scopes,
      name: 'first administrator',
      hash,
      now,
      isFirstAdministrator: true,
    });
    const sealed = sealedUnshownSecret.seal(deps.cipher, secretId, secret);
    await insertUnshownSecret(tx, secretId, sealed);
    const event = { action: 'client.create', target: clientId, outcome: 'done' } as const;
    await appendAuditEvent(tx, deps.auditKey, { ...event, actor: { kind: 'service' } }, now);
    return true;
  });
}

type Deps = Pick<AccessDeps, 'db' | 'cipher'>;

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
