import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '../config/secret.ts';
import type { Db } from '../db/types.ts';
import { EncryptionError } from './errors.ts';
import { keySizeBytes, type MasterKeyRing, parseMasterKey } from './master-key.ts';
import { listMasterKeyIds } from './master-key-check-store.ts';

export type LoadMasterKeyOptions = {
  /** MASTER_KEY: base64 of 32 bytes, or `file:` and the path of a file holding that. */
  readonly configured?: Secret | undefined;
  readonly dataDir: string;
  /** Whether the database is the embedded one of `dataDir`. Only then may a key be made here. */
  readonly embedded: boolean;
  /**
   * The migrated database. With it, a missing key file is replaced only when nothing was ever sealed, and
   * otherwise reported as `master_key_missing`: the file was lost, and a new one would hide that.
   */
  readonly db?: Db;
};

/**
 * The master key ring: the configured key, or with the embedded database the one in
 * `<dataDir>/keys/master.key`, made with mode 0600 when it is not there yet.
 *
 * Throws `master_key_missing` with PostgreSQL and no MASTER_KEY: replicas that each made a key of their own
 * would seal records that the others cannot open. Does not check the key against the database; call
 * `verifyMasterKey` before anything is sealed.
 */
export async function loadMasterKey(options: LoadMasterKeyOptions): Promise<MasterKeyRing> {
  const { configured, dataDir, embedded } = options;
  if (configured !== undefined) {
    return { current: await readConfiguredKey(configured.reveal()), previous: [] };
  }
  if (!embedded) {
    throw new EncryptionError('master_key_missing', {
      detail:
        'DATABASE_URL is set but MASTER_KEY is not: with PostgreSQL the master key is never made by the service.',
    });
  }
  const directory = join(dataDir, 'keys');
  const path = join(directory, 'master.key');
  const existing = await readKeyFile(path);
  if (existing !== undefined) return { current: parseMasterKey(existing), previous: [] };
  const keyIds = options.db === undefined ? [] : await listMasterKeyIds(options.db);
  if (keyIds.length > 0) {
    throw new EncryptionError('master_key_missing', {
      detail: `${path} is missing, and the database holds records sealed with master key ${keyIds.join(', ')}. Restore the file from its backup.`,
    });
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await createKeyFile(path);
  return { current: parseMasterKey(await readFile(path, 'utf8')), previous: [] };
}

async function readConfiguredKey(value: string) {
  if (!value.startsWith('file:')) return parseMasterKey(value);
  const text = await readKeyFile(value.slice('file:'.length));
  if (text === undefined) {
    throw new EncryptionError('master_key_missing', {
      detail: 'The file that MASTER_KEY names does not exist.',
    });
  }
  return parseMasterKey(text);
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a new key beside the path and links it there: the file appears whole or not at all, and one that
 * another process made in the meantime is kept.
 */
async function createKeyFile(path: string): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(keySizeBytes).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(temporary);
  }
  const directory = await open(join(path, '..'), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
