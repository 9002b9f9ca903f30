import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = import.meta.dirname;
const cache = join(root, '../../node_modules/.cache');
const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The build before, in this process: VitePress keeps the index of the search for a process, not for a build. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Builds the site into a folder: the pages, the API reference, and every file compressed beside itself. Builds of
 * several processes share no folder, and the site appears when it is complete; see docs/decisions/0133.
 */
export function buildDocs(target: string): Promise<void> {
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

/** Puts the API reference beside the pages. */
async function buildReference(target: string): Promise<void> {
  const files = new Map<string, string | Buffer>([
    ['swagger-ui/LICENSE.txt', await readFile(join(swagger, 'LICENSE'))],
    ['swagger-ui/licenses-of-parts.txt', await readFile(join(swagger, 'swagger-ui-bundle.js.LICENSE.txt'))],
  ]);
  for (const path of ['reference/openapi.json', 'reference/postman-collection.json'])
    files.set(path, await readFile(join(root, '../../docs', path)));
  let page = await readFile(join(root, 'reference/index.html'), 'utf8');
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const content = await readFile(join(swagger, name));
    const named = `swagger-ui/${createHash('sha256').update(content).digest('hex').slice(0, 12)}${extname(name)}`;
    files.set(named, content);
    page = page.replace(`"${name}"`, `"../${named}"`);
  }
  files.set('reference/index.html', page);
  for (const folder of ['reference', 'public']) {
    for (const path of await listFiles(join(root, folder))) {
      const place = folder === 'public' ? path : join(folder, path);
      if (!files.has(place)) files.set(place, await readFile(join(root, folder, path)));
    }
  }
  for (const [path, content] of files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
    await compress(target, path);
  }
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
  await writeFile(join(target, `${path}.br`), brotliCompressSync(content, { params }));
}
