import { randomBytes } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findImagePlaces, openImageFiles } from '../images/index.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import { findRunningProcess } from '../platform/data-folder/index.ts';
import {
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
  planMigrations,
} from '../platform/db/index.ts';
import { compareMasterKey, createRecordCipher, loadMasterKey } from '../platform/encryption/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { createRateLimiter } from '../platform/rate-limits/index.ts';
import { databaseOptionsOf, type storageSettings } from '../platform/storage-settings.ts';
import type { Finding } from './types.ts';

type StorageConfig = ConfigOf<typeof storageSettings>;

const connectTimeoutMs = 5_000;
const redisTimeoutMs = 2_000;
const mostClockDifferenceMs = 5_000;

/** The data folder: the service can write it, and others cannot read it. */
export async function checkDataFolder(dataDir: string): Promise<Finding> {
  const name = 'data folder';
  const stats = await stat(dataDir).catch(() => undefined);
  if (stats === undefined) {
    return {
      name,
      state: 'warning',
      found: `${dataDir} is not there yet`,
      remedy: 'The first start makes it.',
    };
  }
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!stats.isDirectory() || !isWritable) {
    return {
      name,
      state: 'problem',
      found: `${dataDir} cannot be written`,
      remedy: 'Make it a folder of the user that the service runs as.',
    };
  }
  if ((stats.mode & 0o077) !== 0) {
    return { name, state: 'warning', found: `${dataDir} is open to others`, remedy: `chmod 700 ${dataDir}` };
  }
  return { name, state: 'well', found: dataDir };
}

/** The master key: there and readable. {@link checkDatabase} compares it with a database. */
export async function checkMasterKey({ secrets, storage }: StorageConfig): Promise<readonly Finding[]> {
  const name = 'master key';
  const isEmbedded = secrets.databaseUrl === undefined;
  if (secrets.masterKey === undefined && isEmbedded) {
    const path = join(storage.dataDir, 'keys', 'master.key');
    const exists = await stat(path).then(
      () => true,
      () => false,
    );
    const found = exists ? path : 'none yet; the first start makes one';
    return [
      { name, state: 'well', found },
      ...(exists
        ? [
            {
              name: 'copy of the master key',
              state: 'warning',
              found: 'the key lies beside the data it opens',
              remedy: `Keep a copy of ${path} elsewhere: without it the data are lost.`,
            } as const,
          ]
        : []),
    ];
  }
  try {
    await loadMasterKey({
      configured: secrets.masterKey,
      previous: secrets.previousMasterKeys,
      dataDir: storage.dataDir,
      embedded: isEmbedded,
    });
    return [{ name, state: 'well', found: 'MASTER_KEY can be read' }];
  } catch (error) {
    return [toFinding(name, error)];
  }
}

/**
 * The database: it answers, with the same time, has enough connections, gives the role its rights, and fits the master
 * key and the photo store. Changes nothing in it.
 */
export async function checkDatabase(config: StorageConfig, log: Logger): Promise<readonly Finding[]> {
  const name = 'database';
  const { databaseUrl } = config.secrets;
  if (databaseUrl === undefined) {
    const running = await findRunningProcess(config.storage.dataDir).catch(() => undefined);
    return [
      {
        name,
        state: 'well',
        found:
          running === undefined
            ? 'the embedded one, which nobody uses'
            : `the embedded one, in use by process ${running.pid}`,
      },
    ];
  }
  try {
    await using database = await openDatabase({
      ...databaseOptionsOf(config),
      dataDir: config.storage.dataDir,
      poolSize: 2,
      startupTimeoutMs: connectTimeoutMs,
      logger: log,
    });
    const rights = await checkRights(database);
    const before = Date.now();
    const { rows } = await database.execute(
      "SELECT current_setting('server_version') AS version, (extract(epoch from clock_timestamp()) * 1000)::float8 AS now",
    );
    const { version, now } = rows[0] as { version: string; now: number };
    const differenceMs = Math.max(before - Number(now), Number(now) - Date.now(), 0);
    return [
      { name, state: 'well', found: `PostgreSQL ${version}` },
      differenceMs <= mostClockDifferenceMs
        ? { name: 'clock of the database', state: 'well', found: 'as that of this machine' }
        : {
            name: 'clock of the database',
            state: 'problem',
            found: `${Math.round(differenceMs / 1000)} s apart from this machine`,
            remedy: 'Keep both clocks by NTP.',
          },
      await checkConnections(database, config.storage.databasePoolSize),
      ...rights,
      ...(rights.some(({ state }) => state === 'problem') ? [] : await checkContent(database, config)),
    ];
  } catch (error) {
    return [toFinding(name, error)];
  }
}

async function checkConnections(database: OpenDatabase, poolSize: number): Promise<Finding> {
  const name = 'connections';
  const { rows } = await database.execute(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most",
  );
  const most = Number(rows[0]?.most);
  if (poolSize <= most) return { name, state: 'well', found: `${poolSize} of ${most} for this process` };
  return {
    name,
    state: 'problem',
    found: `DATABASE_POOL_SIZE is ${poolSize}, and the server gives ${most} connections`,
    remedy: 'Lower DATABASE_POOL_SIZE, or raise max_connections: every process takes that many.',
  };
}

/** The rights of the role: to make tables before the first start, and to use those that are there. */
async function checkRights(database: OpenDatabase): Promise<readonly Finding[]> {
  const { rows } = await database.execute(`
    select coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      to_regclass('schema_migrations') is not null as "isMigrated",
      (select count(*)::int from pg_class
        where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema())
          and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
            and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))) as "closedTables"`);
  const { mayCreate, isMigrated, closedTables } = rows[0] as Record<string, unknown>;
  const remedy = 'Give the role the rights of deploy/postgresql/create-database.sql.';
  const name = 'rights in the database';
  if (closedTables !== 0) {
    const found = `the role cannot read and write ${closedTables} of the tables`;
    return [{ name, state: 'problem', found, remedy }];
  }
  if (mayCreate === true) return [{ name, state: 'well', found: 'to make and use tables' }];
  const found = 'the role may not make tables';
  return [{ name, state: isMigrated === true ? 'warning' : 'problem', found, remedy }];
}

/** The master key and the photos that the database was made with. One that was never migrated fits every. */
async function checkContent(database: OpenDatabase, config: StorageConfig): Promise<readonly Finding[]> {
  const { rows } = await database.execute(
    "select to_regclass('master_key_checks') is not null and to_regclass('image_places') is not null as has",
  );
  if (rows[0]?.has !== true) return [];
  const keys = await loadMasterKey({
    configured: config.secrets.masterKey,
    previous: config.secrets.previousMasterKeys,
    dataDir: config.storage.dataDir,
    embedded: false,
  }).catch(() => undefined);
  const key = { name: 'master key of the database' };
  const findings: Finding[] = [await checkMigrations(database)];
  if (keys !== undefined) {
    findings.push(
      await compareMasterKey(database.db, createRecordCipher(keys)).then(
        () => ({ ...key, state: 'well', found: 'MASTER_KEY opens its records' }) as const,
        (error: unknown) => toFinding(key.name, error),
      ),
    );
  }
  const noted = (await findImagePlaces(database.db)).get('s3');
  const { s3Bucket } = config.photoStore;
  if (noted !== undefined && noted !== s3Bucket) {
    findings.push({
      name: 'photos of the database',
      state: 'problem',
      found: `they are in the bucket ${noted}, and ${s3Bucket === undefined ? 'the S3_ settings are not set' : `S3_BUCKET is ${s3Bucket}`}`,
      remedy: 'Set the S3_ settings of the other processes of this deployment.',
    });
  }
  return findings;
}

/** The tables are those of this release, of an earlier one, or of a later one that this release can work with. */
async function checkMigrations(database: OpenDatabase): Promise<Finding> {
  const name = 'tables of the database';
  try {
    const pending = await planMigrations(database, migrationsDirectory);
    if (pending.length === 0) return { name, state: 'well', found: 'this version can work with them' };
    return {
      name,
      state: 'warning',
      found: `not applied yet: ${pending.map((migration) => migration.name).join(', ')}`,
      remedy: 'The next start applies them. confere migrate --plan shows them.',
    };
  } catch (error) {
    return toFinding(name, error);
  }
}

/** The bucket of the photos: it is there, and the key may list it. Nothing without `S3_ENDPOINT`. */
export async function checkBucket(config: StorageConfig): Promise<readonly Finding[]> {
  const { s3Endpoint, s3Bucket } = config.photoStore;
  if (s3Endpoint === undefined || s3Bucket === undefined) return [];
  const name = 'bucket of the photos';
  try {
    using images = openImageFiles(config, config.storage.dataDir);
    await images.checkBucket();
    return [{ name, state: 'well', found: s3Bucket }];
  } catch (error) {
    return [toFinding(name, error)];
  }
}

/** The Redis of the limits: it answers within two seconds. Nothing without `REDIS_URL`. */
export async function checkRedis({ secrets }: StorageConfig): Promise<readonly Finding[]> {
  if (secrets.redisUrl === undefined) return [];
  const states = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => states.resolve(false), redisTimeoutMs);
  const limiter = createRateLimiter({
    redis: { url: secrets.redisUrl.reveal(), key: randomBytes(32), onFailure: 'closed' },
    observer: { onStoreState: (isReady) => isReady && states.resolve(true) },
  });
  try {
    if (await states.promise) return [{ name: 'Redis', state: 'well', found: 'it answers' }];
  } finally {
    clearTimeout(timer);
    await limiter.close();
  }
  return [
    {
      name: 'Redis',
      state: 'problem',
      found: 'it does not answer, or refuses the password',
      remedy: 'Check REDIS_URL. Without Redis each process counts requests alone.',
    },
  ];
}

function toFinding(name: string, error: unknown): Finding {
  if (!(error instanceof AppError)) throw error;
  // PostgreSQL's own codes say nothing to who reads them alone.
  const { detail, title } = error;
  const found = detail === undefined ? title : /^[0-9A-Z]{5}$/.test(detail) ? `${title} (${detail})` : detail;
  return { name, state: 'problem', found: found.replace(/\.$/, ''), remedy: error.fix };
}
