import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '../config/secret.ts';
import type { Db } from '../db/types.ts';
import { EncryptionError } from './errors.ts';
import { listMasterKeyIds } from './master-key-check-store.ts';
import { keySizeBytes, type MasterKey, type MasterKeyRing, parseMasterKey } from './record-cipher.ts';

export type LoadMasterKeyOptions = {
  /** MASTER_KEY: base64 of 32 bytes, or `file:` and the path of a file holding that. */
  readonly configured?: Secret | undefined;
  /** MASTER_KEY_PREVIOUS: older keys that may still open, each written like MASTER_KEY, with commas between. */
  readonly previous?: Secret | undefined;
  readonly dataDir: string;
  /** True if the database is the embedded one of `dataDir`. Only then may a key be made here. */
  readonly embedded: boolean;
  /**
   * The migrated database. With it, a missing key file is replaced only when nothing was ever sealed, and
   * otherwise reported as `master_key_missing`: the file was lost, and a new one would hide that.
   */
  readonly db?: Db;
};

/**
 * The master key ring: the configured keys, or with the embedded database the one in
 * `<dataDir>/keys/master.key`, made with mode 0600 when it is not there yet, and the older ones beside it.
 *
 * Throws `master_key_missing` with PostgreSQL and no MASTER_KEY: replicas that each made a key of their own
 * would seal records that the others cannot open. Does not check the key against the database; call
 * `verifyMasterKey` before anything is sealed.
 */
export async function loadMasterKey(options: LoadMasterKeyOptions): Promise<MasterKeyRing> {
  const { configured, dataDir, embedded } = options;
  if (configured !== undefined) {
    const previous = (options.previous?.reveal() ?? '').split(',').filter((text) => text.trim() !== '');
    return makeRing(
      await readConfiguredKey(configured.reveal()),
      await Promise.all(previous.map((text) => readConfiguredKey(text.trim()))),
    );
  }
  if (!embedded) {
    throw new EncryptionError('master_key_missing', {
      detail:
        'DATABASE_URL is set but MASTER_KEY is not: with PostgreSQL the master key is never made by the service.',
    });
  }
  const directory = keysDirectory(dataDir);
  const path = join(directory, 'master.key');
  const existing = await readKeyFile(path);
  if (existing !== undefined) {
    return makeRing(parseMasterKey(existing), await readPreviousKeys(directory));
  }
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

/**
 * The master key ring of a backup: the configured keys, or those in the data folder. Never makes one, and rejects with
 * `master_key_missing` when there is none.
 */
export async function loadBackupKey(
  options: Pick<LoadMasterKeyOptions, 'configured' | 'previous' | 'dataDir'>,
): Promise<MasterKeyRing> {
  if (options.configured === undefined && (await readMasterKeyFileId(options.dataDir)) === undefined) {
    throw new EncryptionError('master_key_missing', {
      detail:
        'A backup opens with the master key it was made with: set MASTER_KEY, or put the file master.key into the folder keys of DATA_DIR.',
    });
  }
  return await loadMasterKey({ ...options, embedded: true });
}

/**
 * Replaces the embedded default's key file by a new key and keeps the old one beside it, to open what it sealed. A
 * server that runs keeps the key it has until it is started again. Gives the new key's fingerprint.
 *
 * Rejects with `master_key_missing` when there is no key file: nothing was sealed yet, or the key is configured.
 */
export async function createNextMasterKey(dataDir: string): Promise<string> {
  const directory = keysDirectory(dataDir);
  const path = join(directory, 'master.key');
  const existing = await readKeyFile(path);
  if (existing === undefined) {
    throw new EncryptionError('master_key_missing', {
      detail: `The file ${path} does not exist. Replace a configured key in the configuration.`,
    });
  }
  const next = randomBytes(keySizeBytes).toString('base64');
  await linkIfAbsent(path, previousKeyPath(directory, parseMasterKey(existing).id));
  const temporary = await writeKeyFile(path, next);
  await rename(temporary, path);
  await syncDirectory(directory);
  return parseMasterKey(next).id;
}

/** The fingerprint of the key file's key, or undefined without one. */
export async function readMasterKeyFileId(dataDir: string): Promise<string | undefined> {
  const text = await readKeyFile(join(keysDirectory(dataDir), 'master.key'));
  return text === undefined ? undefined : parseMasterKey(text).id;
}

/** Deletes the files of older keys, by fingerprint. Only of keys that nothing is sealed with any more. */
export async function deletePreviousKeyFiles(dataDir: string, keyIds: readonly string[]): Promise<void> {
  const directory = keysDirectory(dataDir);
  for (const keyId of keyIds) await rm(previousKeyPath(directory, keyId), { force: true });
}

function keysDirectory(dataDir: string): string {
  return join(dataDir, 'keys');
}

function previousKeyPath(directory: string, keyId: string): string {
  return join(directory, `master.key.${keyId}`);
}

/** A key that a rotation was cut off while replacing stands in both places. */
function makeRing(current: MasterKey, previous: readonly MasterKey[]): MasterKeyRing {
  const others = new Map(previous.map((key) => [key.id, key]));
  others.delete(current.id);
  return { current, previous: [...others.values()] };
}

async function readPreviousKeys(directory: string): Promise<readonly MasterKey[]> {
  const names = (await readdir(directory)).filter((name) => /^master\.key\.[0-9a-f]{16}$/.test(name));
  const texts = await Promise.all(names.map((name) => readKeyFile(join(directory, name))));
  return texts.filter((text) => text !== undefined).map(parseMasterKey);
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
  const temporary = await writeKeyFile(path, randomBytes(keySizeBytes).toString('base64'));
  try {
    await linkIfAbsent(temporary, path);
  } finally {
    await unlink(temporary);
  }
  await syncDirectory(join(path, '..'));
}

/** Writes a key into a file of its own beside the path, safely on disk, and gives its path. */
async function writeKeyFile(path: string, key: string): Promise<string> {
  const temporary = `${path}.new.${randomBytes(8).toString('hex')}`;
  await using file = await open(temporary, 'wx', 0o600);
  await file.writeFile(`${key}\n`);
  await file.sync();
  return temporary;
}

async function linkIfAbsent(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r');
  await directory.sync();
}
