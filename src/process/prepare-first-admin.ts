import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClientCredentials,
  createClient,
  createFirstAdminClient,
  readUnshownFirstAdmin,
} from '../access/index.ts';
import type { EmptyStorage, Storage } from '../module.ts';
import type { Clock } from '../platform/clock.ts';
import { adminCredentialsPath } from '../platform/data-folder/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';

/**
 * Makes the first administrator when there has never been a client. On the embedded database its credentials also go,
 * in the clear, to `keys/admin.json` in the data folder: commands of this machine ask the running server with them.
 * Call it when nothing can stop the start any more, then show the credentials with `showFirstAdmin`.
 *
 * See docs/decisions/0030.
 */
export async function prepareFirstAdmin(storage: Storage, clock: Clock): Promise<void> {
  const { cipher } = storage;
  const { db, kind } = storage.database;
  const auditKey = await loadNamedKey(db, cipher, 'audit');
  await createFirstAdminClient({ db, cipher, clock, auditKey });
  if (kind !== 'embedded') return;
  // Again while they are unshown: a process may have ended between the two.
  const unshown = await readUnshownFirstAdmin({ db, cipher });
  if (unshown !== undefined) await saveAdminCredentials(storage.folder.directory, unshown);
}

/**
 * Makes an administrator for the commands of this machine and keeps its credentials in the data folder. After a
 * restore: those from before are not in backups.
 */
export async function createCommandAdmin(storage: EmptyStorage, clock: Clock): Promise<void> {
  const credentials = await createClient(
    { db: storage.database.db, cipher: storage.cipher, clock },
    { product: 'customer', scopes: ['admin'], name: 'Commands after a restore' },
  );
  await saveAdminCredentials(storage.folder.directory, credentials);
}

async function saveAdminCredentials(dataDir: string, credentials: ClientCredentials): Promise<void> {
  const path = adminCredentialsPath(dataDir);
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await writeFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
}

/** The lines that show the first administrator, with the truth on where the secret is kept from now on. */
export function describeFirstAdmin(
  { clientId, clientSecret }: ClientCredentials,
  kind: 'embedded' | 'postgres',
): string {
  const keeping =
    kind === 'embedded'
      ? 'Keep it. The database holds a hash of the secret. The file keys/admin.json in DATA_DIR holds the secret in the clear, readable by its owner only: commands on this machine use it.'
      : 'Keep it. From now on the database holds only a hash of the secret.';
  return `First administrator, shown this once. ${keeping}\n  client id      ${clientId}\n  client secret  ${clientSecret}\n`;
}
