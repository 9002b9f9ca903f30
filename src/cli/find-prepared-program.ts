import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
