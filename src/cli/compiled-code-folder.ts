import { mkdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setProcessVariable } from '../platform/config/read-environment.ts';

/** Where an installation of the sources keeps the code that it compiled; see docs/decisions/0163. */
const preparedCodeFolder = fileURLToPath(new URL('../../prepared/compiled-code', import.meta.url));

/**
 * Where compiled code is kept for the next start: with the sources if an installation made the folder, or in the data
 * folder. Undefined when there is neither, or when anybody else could write there. What lies there is run as it is, and
 * never compared with the source.
 */
export function findCompiledCodeFolder(
  dataDir: string | undefined,
  prepared = preparedCodeFolder,
): string | undefined {
  if (isOursAlone(dirname(prepared)) && isOursAlone(prepared)) return prepared;
  if (dataDir === undefined || !isOursAlone(dataDir)) return undefined;
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

/** Keeps the code that this process and its threads compile in `folder`, and uses what is there. */
export function keepCompiledCode(folder: string): void {
  enableCompileCache(folder);
  // A thread looks for its own in the environment. Without it, it takes the types from each of its modules anew.
  setProcessVariable('NODE_COMPILE_CACHE', folder);
}
