import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientCredentials, createFirstAdminClient } from './access/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import { type DataFolder, openDataFolder } from './platform/data-folder/index.ts';
import { migrate, type OpenDatabase, openDatabase } from './platform/db/index.ts';
import {
  createRecordCipher,
  loadMasterKey,
  type RecordCipher,
  verifyMasterKey,
} from './platform/encryption/index.ts';
import type { Logger } from './platform/log.ts';

export type Storage = AsyncDisposable & {
  readonly folder: DataFolder;
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
  /** Credentials of the first administrator, when this call made it: to be shown, this once. */
  readonly firstAdmin: ClientCredentials | undefined;
};

const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url));

/** Where a command on the same machine finds the administrator's credentials, on the embedded default only. */
export function adminCredentialsPath(dataDir: string): string {
  return join(dataDir, 'keys', 'admin.json');
}

/**
 * The deployment's storage, ready to use: data folder (made, and with the embedded database locked), database
 * (migrated), master key (checked against the database), and an administrator.
 *
 * Rejects with the `AppError` of whatever stands in the way; what was opened by then is closed.
 */
export async function openStorage(
  config: Config,
  deps: { readonly log: Logger; readonly clock: Clock; readonly purpose: string },
): Promise<Storage> {
  const { databaseUrl, masterKey } = config.secrets;
  const isEmbedded = databaseUrl === undefined;
  await using opened = new AsyncDisposableStack();
  // Reads the configured key before anything is opened: nobody should wait for a database to learn that it is missing.
  const configured = masterKey !== undefined || !isEmbedded;
  const configuredKeys = configured
    ? await loadMasterKey({ configured: masterKey, dataDir: config.storage.dataDir, embedded: isEmbedded })
    : undefined;
  const folder = opened.use(
    await openDataFolder(config.storage.dataDir, { purpose: deps.purpose, exclusive: isEmbedded }),
  );
  const database = opened.use(
    await openDatabase({
      databaseUrl: databaseUrl?.reveal(),
      dataDir: folder.directory,
      poolSize: config.storage.databasePoolSize,
      logger: deps.log,
    }),
  );
  await migrate(database, migrationsDirectory);
  const keys =
    configuredKeys ??
    (await loadMasterKey({ dataDir: folder.directory, embedded: isEmbedded, db: database.db }));
  const cipher = createRecordCipher(keys);
  await verifyMasterKey(database.db, cipher);
  const firstAdmin = await createFirstAdminClient({ db: database.db, clock: deps.clock });
  if (firstAdmin !== undefined && isEmbedded) await saveAdminCredentials(folder.directory, firstAdmin);
  const kept = opened.move();
  return { folder, database, cipher, firstAdmin, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function saveAdminCredentials(dataDir: string, credentials: ClientCredentials): Promise<void> {
  const path = adminCredentialsPath(dataDir);
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await writeFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
}
