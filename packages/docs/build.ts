import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vitepress';

const root = import.meta.dirname;
const target = join(root, 'dist');
const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/api-reference'));

/** Builds the site into `dist`: the pages, the API reference, and every file compressed beside itself; see docs/decisions/0133. */
export async function buildDocs(): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await build(root);
  await cp(join(root, 'reference'), join(target, 'reference'), { recursive: true });
  await mkdir(join(target, 'scalar'));
  await cp(join(scalar, 'browser/standalone.js'), join(target, 'scalar/scalar.js'));
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of files) if (path.endsWith('.html')) await moveScriptsOut(path);
  const written = await readdir(target, { recursive: true });
  await Promise.all(written.filter((path) => /\.(html|js|css|json|svg)$/.test(path)).map(compress));
}

/** Puts the scripts that stand inside a page into files: the content policy takes no others. */
async function moveScriptsOut(path: string): Promise<void> {
  const html = await readFile(path, 'utf8');
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  let moved = html;
  for (const [element, attributes = '', code = ''] of scripts) {
    const name = `inline-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
    await writeFile(join(target, 'assets', name), code);
    moved = moved.replace(element, `<script${attributes} src="/docs/assets/${name}"></script>`);
  }
  await writeFile(path, moved);
}

async function compress(path: string): Promise<void> {
  const content = await readFile(join(target, path));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(join(target, `${path}.br`), brotliCompressSync(content, { params }));
}

if (import.meta.main) await buildDocs();
