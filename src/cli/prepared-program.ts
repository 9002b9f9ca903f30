import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setProcessVariable } from '../platform/config/read-environment.ts';

/** The parts of a bundled program, by paths from the installation's folder. */
export type ProgramManifest = {
  /** Of each source, what tells that it changed. */
  readonly sources: Readonly<Record<string, string>>;
  /** The version that each `package.json` had. */
  readonly packages: Readonly<Record<string, string>>;
};

const installation = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The address of the program that an installation bundled, if what it was made of is there unchanged; see
 * docs/decisions/0163. Undefined when there is none, when a source or the version of a package changed, and when
 * anybody else than the owner of the sources could have written it.
 */
export function findPreparedProgram(root = installation): string | undefined {
  const folder = join(root, 'prepared/program');
  try {
    const owner = statSync(join(root, 'src')).uid;
    for (const path of [join(root, 'prepared'), folder]) {
      const { uid, mode } = statSync(path);
      if (uid !== owner || (mode & 0o022) !== 0) return undefined;
    }
    const manifest: ProgramManifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    for (const [path, mark] of Object.entries(manifest.sources)) {
      if (markSource(join(root, path)) !== mark) return undefined;
    }
    for (const [path, version] of Object.entries(manifest.packages)) {
      if (JSON.parse(readFileSync(join(root, path), 'utf8')).version !== version) return undefined;
    }
    return pathToFileURL(join(folder, 'program.mjs')).href;
  } catch {
    return undefined;
  }
}

/** The size of a file, and when it was written, in seconds: copies of an installation keep no more. */
export function markSource(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${Math.floor(mtimeMs / 1_000)}`;
}

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
