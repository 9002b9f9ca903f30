import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of a few megabytes, in memory. */
export type SmallDisk = {
  readonly folder: string;
  /** Takes all the room there is. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  /** Not while a file on it is open. */
  remove(): void;
};

/** Mounts a disk in a new folder; undefined where this process may not mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'confere-small', folder], {
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      for (;;) {
        const { bavail, bsize } = statfsSync(folder);
        if (bavail === 0) return;
        try {
          writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
        } catch (error) {
          // Somebody else took some of it meanwhile.
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' }),
  };
}
