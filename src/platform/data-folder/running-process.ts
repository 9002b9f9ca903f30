import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tryLock } from 'fs-native-extensions';

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
export async function readRunningProcess(directory: string): Promise<RunningProcess | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(pathIn(directory), 'utf8'));
    return isRunningProcess(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces `server.json` in one step, readable by its owner only. */
export async function writeRunningProcess(directory: string, value: RunningProcess): Promise<void> {
  const temporary = `${pathIn(directory)}.${randomBytes(8).toString('hex')}`;
  await writeFile(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, pathIn(directory));
}

export async function removeRunningProcess(directory: string): Promise<void> {
  await rm(pathIn(directory), { force: true });
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

/** A lock that is held; it ends with `release` or with the process, however that ends. */
export type HeldLock = { release(): void };

/**
 * The exclusive lock of a data folder, or undefined when somebody else has it. The kernel holds it for the open
 * file, so it needs no cleaning up after a crash, and the file itself stays: removing it would let two processes
 * lock two files of one name.
 *
 * See docs/decisions/0005.
 */
export function tryLockFolder(directory: string): HeldLock | undefined {
  const fd = openSync(join(directory, 'lock'), 'a+', 0o600);
  let granted = false;
  try {
    granted = tryLock(fd);
  } finally {
    if (!granted) closeSync(fd);
  }
  if (!granted) return undefined;
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      // Closing the only descriptor of the open file ends its lock.
      closeSync(fd);
    },
  };
}
