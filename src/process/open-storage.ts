import { resolve } from 'node:path';
import { countClients } from '../access/index.ts';
import type { CoreConfig, EmptyStorage, Storage } from '../module.ts';
import { beginAudit } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type DataFolder, openDataFolder } from '../platform/data-folder/index.ts';
import {
  DatabaseError,
  findPreparedDatabase,
  hasEmbeddedDatabase,
  makePartitions,
  migrate,
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
  refuseOlder,
} from '../platform/db/index.ts';
import {
  createRecordCipher,
  loadBackupKey,
  loadMasterKey,
  loadNamedKey,
  verifyMasterKey,
} from '../platform/encryption/index.ts';
import { claimEnvironment } from '../platform/environment/environment-store.ts';
import type { Logger } from '../platform/log.ts';
import { databaseOptionsOf, masterKeyOptionsOf } from '../platform/storage-settings.ts';

/**
 * The deployment's storage, ready to use: data folder (made, and with the embedded database locked), database
 * (migrated), master key (checked against the database), and an audit log that has begun.
 *
 * Rejects with the `AppError` of whatever stands in the way; what was opened by then is closed.
 */
export async function openStorage(
  config: CoreConfig,
  deps: {
    readonly log: Logger;
    readonly clock: Clock;
    readonly purpose: string;
    /** Migrates an empty database only, and rejects with `database_older` for one of an earlier release. */
    readonly keepsRelease?: boolean;
    /** Rejects with `database_empty`, with nothing made, where no deployment has begun. */
    readonly mustHaveBegun?: boolean;
    /** Told of the data folder when it is there and locked, before the database opens. */
    readonly onFolder?: (folder: DataFolder) => void;
  },
): Promise<Storage> {
  const { databaseUrl, masterKey } = config.secrets;
  await using opened = new AsyncDisposableStack();
  // Reads the configured key before anything is opened: nobody should wait for a database to learn that it is missing.
  const isConfigured = masterKey !== undefined || databaseUrl !== undefined;
  const configuredKeys = isConfigured ? await loadMasterKey(masterKeyOptionsOf(config)) : undefined;
  const { dataDir: configuredDir } = config.storage;
  if (deps.mustHaveBegun && databaseUrl === undefined && !hasEmbeddedDatabase(configuredDir)) {
    throw new DatabaseError('database_empty', { detail: `There is none in ${resolve(configuredDir)}.` });
  }
  const { folder, database } = await openFolderAndDatabase(config, opened, { ...deps, mayBePrepared: true });
  if (deps.keepsRelease) await refuseOlder(database, migrationsDirectory, deps);
  await migrate(database, migrationsDirectory);
  await makePartitionsIfFree(database, deps);
  await claimEnvironment(database.db, config.environment.sandbox === 'on' ? 'sandbox' : 'live', {
    isEmpty: async () => (await countClients(database.db)) === 0,
    now: deps.clock.now(),
  });
  const { directory: dataDir } = folder;
  const keys = configuredKeys ?? (await loadMasterKey({ dataDir, embedded: true, db: database.db }));
  const cipher = createRecordCipher(keys);
  await verifyMasterKey(database.db, cipher);
  const auditKey = await loadNamedKey(database.db, cipher, 'audit');
  await beginAudit(database.db, auditKey, { at: deps.clock.now(), countClients });
  const kept = opened.move();
  return { folder, database, cipher, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/**
 * The deployment's storage as it is, an empty database without tables: a backup says which it needs. No administrator is
 * made and no master key either, since the one of the backup must be there. Rejects with `master_key_missing` without it.
 */
export async function openStorageToRestore(
  config: CoreConfig,
  deps: { readonly log: Logger },
): Promise<EmptyStorage> {
  const keys = await loadBackupKey(masterKeyOptionsOf(config));
  await using opened = new AsyncDisposableStack();
  const { folder, database } = await openFolderAndDatabase(config, opened, { ...deps, purpose: 'restore' });
  const kept = opened.move();
  return {
    folder,
    database,
    cipher: createRecordCipher(keys),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** The data folder and the database, not migrated. */
async function openFolderAndDatabase(
  config: CoreConfig,
  opened: AsyncDisposableStack,
  deps: Pick<Parameters<typeof openStorage>[1], 'log' | 'purpose' | 'onFolder'> & {
    /** A new embedded database begins with this version's tables. */
    readonly mayBePrepared?: boolean;
  },
): Promise<{ readonly folder: DataFolder; readonly database: OpenDatabase }> {
  const isEmbedded = config.secrets.databaseUrl === undefined;
  const folder = opened.use(
    await openDataFolder(config.storage.dataDir, { purpose: deps.purpose, exclusive: isEmbedded }),
  );
  deps.onFolder?.(folder);
  const database = opened.use(
    await openDatabase({
      ...databaseOptionsOf(config),
      dataDir: folder.directory,
      prepared:
        isEmbedded && deps.mayBePrepared ? await findPreparedDatabase(migrationsDirectory) : undefined,
      logger: deps.log,
    }),
  );
  return { folder, database };
}

/** A table that is in use keeps nobody from starting: months are made ahead, and a nightly job makes them, too. */
async function makePartitionsIfFree(
  database: OpenDatabase,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Promise<void> {
  try {
    await makePartitions(database, clock.now());
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === 'database_timeout')) throw error;
    log.warn('partitions of the coming months were not made: their tables are in use');
  }
}
