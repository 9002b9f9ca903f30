import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderError } from './errors.ts';
import {
  type HeldLock,
  readRunningProcess,
  removeRunningProcess,
  tryLockFolder,
  writeRunningProcess,
} from './running-process.ts';

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
 * or written to. NOTE: locks of network file systems may not reach other machines; use a local disk.
 */
export async function openDataFolder(dir: string, options: OpenDataFolderOptions): Promise<DataFolder> {
  const { purpose, exclusive = true } = options;
  const directory = resolve(dir);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new DataFolderError('data_folder_unusable', {
      detail: `${directory} cannot be created or written to (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`,
      cause,
    });
  }
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
      await removeRunningProcess(directory);
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
