import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { DataFolderError } from './errors.ts';

export type OpenDataFolderOptions = {
  /** The use of the folder by this process (`serve`, `backup`); shown to refused processes. */
  readonly purpose: string;
  /**
   * True if the folder must belong to this process alone. Default true; the embedded database demands it. With
   * PostgreSQL several processes may share the folder: then nothing is locked and nothing announced.
   */
  readonly exclusive?: boolean;
};

/** A data folder that is held by this process. */
export type DataFolder = {
  /** The folder's absolute path. */
  readonly directory: string;
  /** Writes where the HTTP API answers, and the key it asks of commands, into `server.json`, for `findRunningProcess`. */
  announce(server: { readonly url: string; readonly taskKey: string }): Promise<void>;
  /** Gives the folder up, after everything in it is closed. May be called again. */
  release(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * A data folder that is this process's own, made with mode 0700 when it does not exist. The lock is the
 * operating system's and ends with the process, kill -9 included.
 *
 * Throws `data_folder_in_use`, naming the process that has it, and `data_folder_unusable` when it cannot be made
 * or written to, or is another user's and this process root's. NOTE: locks of network file systems may not reach other
 * machines; use a local disk.
 */
export async function openDataFolder(dir: string, options: OpenDataFolderOptions): Promise<DataFolder> {
  const { purpose, exclusive = true } = options;
  const directory = resolve(dir);
  try {
    await makeFolder(directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new DataFolderError('data_folder_unusable', {
      detail: `${directory} cannot be created or written to (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`,
      cause,
    });
  }
  // A command on PostgreSQL that writes no file may be root's.
  if (exclusive || purpose === 'restore') await refuseRoot(directory);
  if (!exclusive) {
    const nothing = async () => {};
    return { directory, announce: nothing, release: nothing, [Symbol.asyncDispose]: nothing };
  }
  const lock = await lockFolder(directory);
  if (lock === undefined) {
    const other = await readRunningProcess(directory);
    const who = other === undefined ? 'another process' : `process ${other.pid} (${other.purpose})`;
    throw new DataFolderError('data_folder_in_use', { detail: `${directory} is in use by ${who}.` });
  }
  const self = { pid: process.pid, purpose, startedAt: new Date().toISOString() };
  let releasing: Promise<void> | undefined;
  const release = async () => {
    try {
      await rm(pathIn(directory), { force: true });
    } finally {
      lock.release();
    }
  };
  const folder: DataFolder = {
    directory,
    announce: (server) => writeRunningProcess(directory, { ...self, ...server }),
    release() {
      releasing ??= release();
      return releasing;
    },
    [Symbol.asyncDispose]: () => folder.release(),
  };
  try {
    await writeRunningProcess(directory, self);
  } catch (error) {
    await folder.release();
    throw error;
  }
  return folder;
}

/** Files of root in the embedded database or among the photos are closed to the user of the service: it cannot start. */
async function refuseRoot(directory: string): Promise<void> {
  const { uid } = await stat(directory);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new DataFolderError('data_folder_unusable', {
    detail: `${directory} belongs to the user ${uid}, not to root: run this as that user.`,
  });
}

/** Not `mkdir` with `recursive`: under a folder that takes no others, such as /proc, Node would try for ever. */
async function makeFolder(directory: string): Promise<void> {
  const above = dirname(directory);
  if (!existsSync(above)) await makeFolder(above);
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (!(await stat(directory).catch(() => undefined))?.isDirectory()) throw error;
  }
}

/** Tries three times within a tenth of a second: a command asking who holds the folder locks it for a moment. */
async function lockFolder(directory: string): Promise<HeldLock | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = tryLockFolder(directory);
    if (lock !== undefined || attempt === 3) return lock;
    await delay(50);
  }
}

/** Where a command on the same machine finds the administrator's credentials, on the embedded default only. */
export function adminCredentialsPath(dataDir: string): string {
  return join(dataDir, 'keys', 'admin.json');
}

/** The process that holds a data folder, as it wrote itself into `server.json`. */
export type RunningProcess = {
  readonly pid: number;
  /** Its use of the folder, such as `serve`. */
  readonly purpose: string;
  readonly startedAt: string;
  /** Where its HTTP API answers, once it does. */
  readonly url?: string;
  /** The key with which a command proves to the server that it may read this folder. New with each start. */
  readonly taskKey?: string;
};

/**
 * The process that holds a data folder now, or undefined when none does; a file left behind by a crash does not
 * count. For commands that must go through the server while it runs. Says nothing once it is answered: the
 * process may end or another may start at any time.
 */
export async function findRunningProcess(dir: string): Promise<RunningProcess | undefined> {
  const directory = resolve(dir);
  const described = await readRunningProcess(directory);
  if (described === undefined) return undefined;
  const lock = tryLockFolder(directory);
  if (lock === undefined) return described;
  lock.release();
  return undefined;
}

/** The content of `server.json`, current or left behind; undefined when it is absent or not readable. */
async function readRunningProcess(directory: string): Promise<RunningProcess | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(pathIn(directory), 'utf8'));
    return isRunningProcess(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces `server.json` in one step, readable by its owner only. */
async function writeRunningProcess(directory: string, value: RunningProcess): Promise<void> {
  const temporary = `${pathIn(directory)}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, pathIn(directory));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function pathIn(directory: string): string {
  return join(directory, 'server.json');
}

function isRunningProcess(value: unknown): value is RunningProcess {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, purpose, startedAt, url, taskKey } = value as Partial<RunningProcess>;
  return (
    typeof pid === 'number' &&
    typeof purpose === 'string' &&
    typeof startedAt === 'string' &&
    (url === undefined || typeof url === 'string') &&
    (taskKey === undefined || typeof taskKey === 'string')
  );
}

/** A lock that is held; it ends with `release`, which is called once, or with the process, however that ends. */
type HeldLock = { release(): void };

/**
 * The exclusive lock of a data folder, or undefined when somebody else has it. The kernel holds it for the open
 * file, so it needs no cleaning up after a crash, and the file itself stays: removing it would let two processes
 * lock two files of one name.
 *
 * See docs/decisions/0005.
 */
function tryLockFolder(directory: string): HeldLock | undefined {
  const fd = openSync(join(directory, 'lock'), 'a+', 0o600);
  let granted = false;
  try {
    granted = tryLock(fd);
  } finally {
    if (!granted) closeSync(fd);
  }
  // Closing the only descriptor of the open file ends its lock.
  return granted ? { release: () => closeSync(fd) } : undefined;
}
