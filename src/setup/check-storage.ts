import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigOf } from '../platform/config/index.ts';
import { findRunningProcess } from '../platform/data-folder/index.ts';
import { openDatabase } from '../platform/db/index.ts';
import { loadMasterKey } from '../platform/encryption/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { databaseOptionsOf, type storageSettings } from '../platform/storage-settings.ts';
import type { Finding } from './types.ts';

type StorageConfig = ConfigOf<typeof storageSettings>;

const connectTimeoutMs = 5_000;
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

/** The master key: there and readable. That it is the right one only the start can say. */
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

/** The database: it answers, with the same time. Changes nothing in it. */
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
    ];
  } catch (error) {
    return [toFinding(name, error)];
  }
}

function toFinding(name: string, error: unknown): Finding {
  if (!(error instanceof AppError)) throw error;
  // PostgreSQL's own codes say nothing to who reads them alone.
  const { detail, title } = error;
  const found = detail === undefined ? title : /^[0-9A-Z]{5}$/.test(detail) ? `${title} (${detail})` : detail;
  return { name, state: 'problem', found: found.replace(/\.$/, ''), remedy: error.fix };
}
