import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findImagePlaces, openImageFiles } from '../images/index.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import { findRunningProcess } from '../platform/data-folder/index.ts';
import {
  hasEmbeddedDatabase,
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
  planMigrations,
} from '../platform/db/index.ts';
import { compareMasterKey, createRecordCipher, loadMasterKey } from '../platform/encryption/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { createRateLimiter } from '../platform/rate-limits/index.ts';
import { databaseOptionsOf, masterKeyOptionsOf, type storageSettings } from '../platform/storage-settings.ts';
import { succeeds } from '../platform/succeeds.ts';
import { type Finding, problem, warning, well } from './finding.ts';

type StorageConfig = ConfigOf<typeof storageSettings>;

const connectTimeoutMs = 5_000;
const redisTimeoutMs = 2_000;
const mostClockDifferenceMs = 5_000;

/** The data folder: the service can write it, and others cannot read it. */
export async function checkDataFolder(dataDir: string): Promise<Finding> {
  const name = 'data folder';
  const stats = await stat(dataDir).catch(() => undefined);
  const remedy = 'Make it a folder of the user that the service runs as.';
  if (stats === undefined) {
    let above = dirname(resolve(dataDir));
    while (!existsSync(above)) above = dirname(above);
    if (await mayWriteFolder(above)) {
      return warning(name, `${dataDir} is not there yet`, 'The first start makes it.');
    }
    return problem(name, `${dataDir} is not there, and cannot be made in ${above}`, remedy);
  }
  if (!(await mayWriteFolder(dataDir))) {
    return problem(name, `${dataDir} cannot be written`, remedy);
  }
  if ((stats.mode & 0o077) !== 0) {
    return warning(name, `${dataDir} is open to others`, `chmod 700 ${dataDir}`);
  }
  return well(name, dataDir);
}

async function mayWriteFolder(directory: string): Promise<boolean> {
  // With a slash at its end, a file is none.
  return await succeeds(access(join(directory, '/'), constants.W_OK | constants.X_OK));
}

/** The master key: there and readable. {@link checkDatabase} compares it with a database. */
export async function checkMasterKey(config: StorageConfig): Promise<readonly Finding[]> {
  const name = 'master key';
  const { secrets, storage } = config;
  if (secrets.masterKey === undefined && secrets.databaseUrl === undefined) {
    const path = join(storage.dataDir, 'keys', 'master.key');
    if (!(await succeeds(stat(path)))) return [well(name, 'none yet; the first start makes one')];
    const remedy = `Keep a copy of ${path} elsewhere: without it the data are lost.`;
    return [
      well(name, path),
      warning('copy of the master key', 'the key lies beside the data it opens', remedy),
    ];
  }
  try {
    await loadMasterKey(masterKeyOptionsOf(config));
    return [well(name, 'MASTER_KEY can be read')];
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
    const user = running === undefined ? 'which nobody uses' : `in use by process ${running.pid}`;
    // Opening it writes, and only one process may.
    const content = hasEmbeddedDatabase(config.storage.dataDir)
      ? '; the start compares its tables and its key'
      : '';
    return [well(name, `the embedded one, ${user}${content}`)];
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
    const apart = `${Math.round(differenceMs / 1000)} s apart from this machine`;
    return [
      well(name, `PostgreSQL ${version}`),
      differenceMs <= mostClockDifferenceMs
        ? well('clock of the database', 'as that of this machine')
        : problem('clock of the database', apart, 'Keep both clocks by NTP.'),
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
  if (poolSize <= most) return well(name, `${poolSize} of ${most} for this process`);
  const found = `DATABASE_POOL_SIZE is ${poolSize}, and the server gives ${most} connections`;
  const remedy = 'Lower DATABASE_POOL_SIZE, or raise max_connections: every process takes that many.';
  return problem(name, found, remedy);
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
    return [problem(name, `the role cannot read and write ${closedTables} of the tables`, remedy)];
  }
  if (mayCreate === true) return [well(name, 'to make and use tables')];
  const judge = isMigrated === true ? warning : problem;
  return [judge(name, 'the role may not make tables', remedy)];
}

/** The master key and the photos that the database was made with. One that was never migrated fits every. */
async function checkContent(database: OpenDatabase, config: StorageConfig): Promise<readonly Finding[]> {
  const { rows } = await database.execute(
    "select to_regclass('master_key_checks') is not null and to_regclass('image_places') is not null as has",
  );
  if (rows[0]?.has !== true) return [];
  const keys = await loadMasterKey(masterKeyOptionsOf(config)).catch(() => undefined);
  const name = 'master key of the database';
  const findings: Finding[] = [await checkMigrations(database)];
  if (keys !== undefined) {
    findings.push(
      await compareMasterKey(database.db, createRecordCipher(keys)).then(
        () => well(name, 'MASTER_KEY opens its records'),
        (error: unknown) => toFinding(name, error),
      ),
    );
  }
  const noted = (await findImagePlaces(database.db)).get('s3');
  const { s3Bucket } = config.photoStore;
  if (noted !== undefined && noted !== s3Bucket) {
    const ours = s3Bucket === undefined ? 'the S3_ settings are not set' : `S3_BUCKET is ${s3Bucket}`;
    const found = `they are in the bucket ${noted}, and ${ours}`;
    const remedy = 'Set the S3_ settings of the other processes of this deployment.';
    findings.push(problem('photos of the database', found, remedy));
  }
  return findings;
}

/** The tables are those of this release, of an earlier one, or of a later one that this release can work with. */
async function checkMigrations(database: OpenDatabase): Promise<Finding> {
  const name = 'tables of the database';
  try {
    const pending = await planMigrations(database, migrationsDirectory);
    if (pending.length === 0) return well(name, 'this version can work with them');
    const found = `not applied yet: ${pending.map((migration) => migration.name).join(', ')}`;
    return warning(name, found, 'The next start applies them. confere migrate --plan shows them.');
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
    return [well(name, s3Bucket)];
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
    if (await states.promise) return [well('Redis', 'it answers')];
  } finally {
    clearTimeout(timer);
    await limiter.close();
  }
  const remedy = 'Check REDIS_URL. Without Redis each process counts requests alone.';
  return [problem('Redis', 'it does not answer, or refuses the password', remedy)];
}

function toFinding(name: string, error: unknown): Finding {
  if (!(error instanceof AppError)) throw error;
  // PostgreSQL's own codes say nothing to who reads them alone.
  const { detail, title } = error;
  const found = detail === undefined ? title : /^[0-9A-Z]{5}$/.test(detail) ? `${title} (${detail})` : detail;
  return problem(name, found.replace(/\.$/, ''), error.fix);
}
