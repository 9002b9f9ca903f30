import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = import.meta.dirname;
const usualTarget = join(root, 'dist');
const cache = join(root, '../../node_modules/.cache');
const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/api-reference'));

/** The build before, in this process: VitePress keeps the index of the search for a process, not for a build. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Builds the site into a folder: the pages, the API reference, and every file compressed beside itself. Builds of
 * several processes share no folder, and the site appears when it is complete; see docs/decisions/0133.
 */
export function buildDocs(target = usualTarget): Promise<void> {
  const built = last.then(() => buildPages(target));
  last = built.catch(() => undefined);
  return built;
}

async function buildPages(target: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await mkdir(dirname(target), { recursive: true });
  const [work, next] = await Promise.all([mkdtemp(join(cache, 'docs-')), mkdtemp(`${target}.next-`)]);
  try {
    const { build } = await import('vitepress');
    await build(root, {
      outDir: next,
      onAfterConfigResolve: (settings) => void Object.assign(settings, { tempDir: work }),
    });
    const pages = (await listFiles(next)).filter((path) => path.endsWith('.html'));
    for (const path of pages) await moveScriptsOut(next, path);
    await Promise.all((await listFiles(next)).map((path) => compress(next, path)));
    await buildReference(next);
    await rm(target, { recursive: true, force: true });
    await rename(next, target);
  } finally {
    await Promise.all([work, next].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** Builds the API reference alone, beside the pages if they are there. Each file is replaced in one step. */
export async function buildReference(target = usualTarget): Promise<void> {
  const script = await readFile(join(scalar, 'browser/standalone.js'));
  const name = `scalar/${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
  const page = (await readFile(join(root, 'reference/index.html'), 'utf8')).replace('scalar/scalar.js', name);
  const collection = 'reference/postman-collection.json';
  const files = new Map<string, string | Buffer>([
    [name, script],
    ['reference/index.html', page],
    [collection, await readFile(join(root, '../../docs', collection))],
  ]);
  for (const folder of ['reference', 'public']) {
    for (const path of await listFiles(join(root, folder))) {
      const place = folder === 'public' ? path : join(folder, path);
      if (!files.has(place)) files.set(place, await readFile(join(root, folder, path)));
    }
  }
  for (const [path, content] of files) await place(target, path, content);
  await Promise.all(
    ['reference/index.html', 'reference/reference.js', name].map((path) => compress(target, path)),
  );
  const scripts = new Set([name, `${name}.br`]);
  for (const path of await listFiles(join(target, 'scalar'))) {
    if (!scripts.has(`scalar/${path}`)) await rm(join(target, 'scalar', path), { force: true });
  }
}

/** Writes a file of the site, so that a reader gets the file before or the new one, never a part. */
async function place(target: string, path: string, content: string | Buffer): Promise<void> {
  const beside = join(target, `${path}.${process.pid}`);
  await mkdir(dirname(beside), { recursive: true });
  await writeFile(beside, content);
  await rename(beside, join(target, path));
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Puts the scripts that stand inside a page into files: the content policy takes no others. */
async function moveScriptsOut(target: string, path: string): Promise<void> {
  const html = await readFile(join(target, path), 'utf8');
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  let moved = html;
  for (const [element, attributes = '', code = ''] of scripts) {
    const name = `inline-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
    await writeFile(join(target, 'assets', name), code);
    moved = moved.replace(element, `<script${attributes} src="/docs/assets/${name}"></script>`);
  }
  await writeFile(join(target, path), moved);
}

/** Writes a compressed copy beside a file of text. */
async function compress(target: string, path: string): Promise<void> {
  if (!/\.(html|js|css|json|svg)$/.test(path)) return;
  const content = await readFile(join(target, path));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await place(target, `${path}.br`, brotliCompressSync(content, { params }));
}

if (import.meta.main) await buildDocs();
