import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where compiled code is kept for the next start; undefined without a data folder, or when anybody else could write
 * there. What lies there is run as it is, and never compared with the source.
 */
export function findCompiledCodeFolder(dataDir: string): string | undefined {
  if (!isOursAlone(dataDir)) return undefined;
  const folder = join(dataDir, 'compiled-code');
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return undefined;
  }
  return isOursAlone(folder) ? folder : undefined;
}

function isOursAlone(folder: string): boolean {
  try {
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
