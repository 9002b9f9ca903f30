import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { tryLock } from 'fs-native-extensions';

/**
 * Holds a file that only stands for a piece of work, made for it and removed with it, until it is disposed of or the
 * process ends, kill -9 included. Undefined while another holds it.
 */
export function holdLockFile(path: string): Disposable | undefined {
  const fd = openSync(path, 'a+', 0o600);
  // The file that was opened may have been removed with somebody's work since.
  if (isLocked(fd) && statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino) {
    return {
      [Symbol.dispose]() {
        rmSync(path, { force: true });
        closeSync(fd);
      },
    };
  }
  closeSync(fd);
  return undefined;
}

function isLocked(fd: number): boolean {
  try {
    return tryLock(fd);
  } catch {
    // A network folder without locks keeps nobody out.
    return true;
  }
}
