import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownFolder = fileURLToPath(new URL('../../../', import.meta.url));
/** What a checkout does not hold: the installed packages, and the built pages. */
const built = [
  'node_modules',
  'console/node_modules',
  'console/dist',
  'packages/capture/dist',
  'packages/docs/dist',
];

/** Another release of this repository, ready to run. */
export type Release = {
  readonly folder: string;
  /** The short hash of its commit, or the name of its folder. */
  readonly name: string;
  readonly program: string;
};

/**
 * The newest release that is tagged before the present commit; undefined while none is. It is what a rolling upgrade
 * begins from unless another is named.
 */
export function findLatestTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return undefined;
  }
}

/**
 * A release by the folder of a checkout, or by a tag or a commit, which is checked out below `place`. It runs with the
 * packages and the built pages of this checkout.
 */
export function openRelease(
  named: string,
  place: string,
  scope: { after(end: () => unknown): void },
): Release {
  const isFolder = existsSync(named) && statSync(named).isDirectory();
  const folder = isFolder ? named : join(place, 'release');
  if (!isFolder) {
    git('worktree', 'add', '--detach', folder, named);
    scope.after(() => git('worktree', 'remove', '--force', folder));
    for (const path of built) {
      const [from, to] = [join(ownFolder, path), join(folder, path)];
      if (!existsSync(from) || existsSync(to)) continue;
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(from, to);
    }
  }
  const name = isFolder ? folder : git('rev-parse', '--short', named);
  return { folder, name, program: join(folder, 'bin/confere.js') };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', ownFolder, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
}
