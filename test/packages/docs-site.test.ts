import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildDocs } from '../../packages/docs/build.ts';

const site = fileURLToPath(new URL('../../packages/docs/dist/', import.meta.url));

describe('the documentation site', () => {
  let pages: readonly string[];

  before(async () => {
    await buildDocs();
    pages = (await readdir(site, { recursive: true })).filter((path) => path.endsWith('.html'));
  });

  it('has the guides in both languages, the reference and the API reference', () => {
    for (const path of ['index', 'pt-BR/index', 'pt-BR/guides/for-analysts', 'guides/receive-events']) {
      assert.ok(pages.includes(`${path}.html`), path);
    }
    for (const path of ['reference/index', 'reference/errors', 'decisions/index', 'guides/first-tasks']) {
      assert.ok(pages.includes(`${path}.html`), path);
    }
  });

  it('has no script inside a page, and takes nothing from another host', async () => {
    for (const path of pages) {
      const html = await readFile(join(site, path), 'utf8');
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)[^>]*>/, path);
      assert.doesNotMatch(html, /<(script|link|img)[^>]*\s(src|href)="(https?:)?\/\//, path);
    }
  });

  it('has every file and page that its pages lead to', async () => {
    for (const path of pages) {
      const html = await readFile(join(site, path), 'utf8');
      const addresses = [...html.matchAll(/<(?:a|script|link|img)[^>]*\s(?:src|href)="([^"#?]+)/g)];
      for (const [, address = ''] of addresses) {
        if (/^[a-z]+:/.test(address)) continue;
        const target = address.startsWith('/docs/')
          ? join(site, address.slice('/docs/'.length))
          : join(site, dirname(path), address);
        await assert.doesNotReject(reach(target), `${path} leads to ${address}`);
      }
    }
  });
});

/** Resolves when there is a file, or the page that a server without endings answers with. */
async function reach(target: string): Promise<void> {
  const candidates = [`${target}.html`, join(target, 'index.html'), target];
  await Promise.any(candidates.map((path) => access(path)));
}
