import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

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
