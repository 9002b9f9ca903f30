import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { tryLock } from 'fs-native-extensions';

const root = import.meta.dirname;
const usualTarget = join(root, 'dist');
const cache = join(root, '../../node_modules/.cache');
const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/api-reference'));

/** Builds the site: the pages, the API reference, and every file compressed beside itself; see docs/decisions/0133. */
export async function buildDocs(target = usualTarget): Promise<void> {
  const release = await waitForOtherBuilds();
  try {
    await rm(target, { recursive: true, force: true });
    const { build } = await import('vitepress');
    await build(root, { outDir: target });
  } finally {
    release();
  }
  const pages = (await listFiles(target)).filter((path) => path.endsWith('.html'));
  for (const path of pages) await moveScriptsOut(target, path);
  await Promise.all((await listFiles(target)).map((path) => compress(target, path)));
  await buildReference(target);
}

/** Builds the API reference alone, beside the pages if they are there. */
export async function buildReference(target = usualTarget): Promise<void> {
  const script = await readFile(join(scalar, 'browser/standalone.js'));
  const name = `scalar/${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
  const page = (await readFile(join(root, 'reference/index.html'), 'utf8')).replace('scalar/scalar.js', name);
  await rm(join(target, 'scalar'), { recursive: true, force: true });
  await mkdir(join(target, 'scalar'), { recursive: true });
  await cp(join(root, 'reference'), join(target, 'reference'), { recursive: true });
  await cp(join(root, 'public'), target, { recursive: true });
  const collection = 'reference/postman-collection.json';
  await cp(join(root, '../../docs', collection), join(target, collection));
  await writeFile(join(target, 'reference/index.html'), page);
  await writeFile(join(target, name), script);
  await Promise.all(
    ['reference/index.html', 'reference/reference.js', name].map((path) => compress(target, path)),
  );
}

/** Every build works in the same folder of VitePress, so one waits for the other. */
async function waitForOtherBuilds(): Promise<() => void> {
  await mkdir(cache, { recursive: true });
  const fd = openSync(join(cache, 'docs-build-lock'), 'a+');
  while (!tryLock(fd)) await setTimeout(500);
  return () => closeSync(fd);
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

if (import.meta.main) await buildDocs();
