import { createHash } from 'node:crypto';
import { closeSync, existsSync, globSync, openSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { buildDocs } from './build.ts';
import { checkout, pagesOf } from './list-pages.ts';

const cache = join(checkout, 'node_modules/.cache/docs-sites');

/** A file of the site: the hash of what it was made of. Not served. */
const builtFrom = '.built-from';

/**
 * The site into a folder, as `buildDocs` builds it: nothing is done when the folder has it, and the last build is copied
 * when nothing has changed that goes into one. Who asks while another process builds waits for it. See
 * docs/decisions/0120.
 */
export async function provideDocs(target = join(import.meta.dirname, 'dist')): Promise<void> {
  await mkdir(cache, { recursive: true });
  const lock = openSync(join(cache, 'lock'), 'a+');
  try {
    while (!tryLock(lock)) await delay(100);
    const hash = await hashSources();
    if ((await readFile(join(target, builtFrom), 'utf8').catch(() => undefined)) === hash) return;
    const site = join(cache, hash);
    if (!existsSync(site)) {
      for (const name of await readdir(cache)) {
        if (name !== 'lock') await rm(join(cache, name), { recursive: true, force: true });
      }
      await buildDocs(site);
    }
    await mkdir(dirname(target), { recursive: true });
    const next = await mkdtemp(`${target}.next-`);
    try {
      await cp(site, next, { recursive: true });
      await writeFile(join(next, builtFrom), hash);
      // A folder of mkdtemp is its owner's: the service may run as another user.
      await chmod(next, 0o755);
      await rm(target, { recursive: true, force: true });
      await rename(next, target);
    } finally {
      await rm(next, { recursive: true, force: true });
    }
  } finally {
    // The kernel ends the lock with the open file, however this process ends.
    closeSync(lock);
  }
}

/** A hash of all that a site is made of: the pages, what they show, what builds them, and the installed packages. */
async function hashSources(): Promise<string> {
  const files = globSync(['docs/**', 'examples/**', 'packages/docs/**'], {
    cwd: checkout,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'node_modules' || entry.name === 'dist',
  }).filter((entry) => entry.isFile());
  const own = files.map((entry) => join(entry.parentPath, entry.name));
  const others = [...pagesOf(), 'package-lock.json'].map((path) => join(checkout, path));
  const hash = createHash('sha256');
  for (const path of [...new Set([...own, ...others])].sort()) {
    const content = await readFile(path);
    hash.update(`${path.slice(checkout.length)}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

if (import.meta.main) await provideDocs();
