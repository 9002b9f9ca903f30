import assert from 'node:assert/strict';
import { access, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createContext, runInContext } from 'node:vm';
import { provideDocs } from '../../packages/docs/provide-docs.ts';

describe('the documentation site', () => {
  let folder: string;
  let site: string;
  let pages: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-docs-'));
    site = join(folder, 'site');
    // Built once for all tests (docs/decisions/0120).
    await provideDocs(site);
    pages = (await readdir(site, { recursive: true })).filter((path) => path.endsWith('.html'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('has the guides in both languages, the reference and the API reference', () => {
    for (const path of ['index', 'pt-BR/index', 'pt-BR/guides/for-analysts', 'guides/receive-events']) {
      assert.ok(pages.includes(`${path}.html`), path);
    }
    for (const path of ['reference/index', 'reference/errors', 'decisions/index', 'guides/first-tasks']) {
      assert.ok(pages.includes(`${path}.html`), path);
    }
  });

  it('can be read by the user of the service, whoever built it', async () => {
    assert.equal((await stat(site)).mode & 0o777, 0o755);
  });

  it('shows the API reference on a web server without the service', async () => {
    const shown: { readonly spec: { readonly paths: object } }[] = [];
    const context = createContext({
      document: { baseURI: 'https://docs.example/docs/reference/' },
      URL,
      fetch: async (address: string) =>
        address === 'openapi.json'
          ? new Response(await readFile(join(site, 'reference/openapi.json')))
          : new Response('<!doctype html>', { status: 404 }),
      SwaggerUIBundle: (given: (typeof shown)[number]) => shown.push(given),
    });
    await runInContext(await readFile(join(site, 'reference/reference.js'), 'utf8'), context);
    // The script ends with its function; the value of its `fetch` is not handed out.
    for (let turns = 0; turns < 100 && shown.length === 0; turns++) await nextTurn();
    assert.ok(Object.keys(shown[0]?.spec.paths ?? {}).length > 50);
  });

  it('has no script inside a page, and takes nothing from another host', async () => {
    for (const path of pages) {
      const html = await readFile(join(site, path), 'utf8');
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)[^>]*>/, path);
      assert.doesNotMatch(html, /<(script|link|img)[^>]*\s(src|href)="(https?:)?\/\//, path);
    }
  });

  it('leads where the files of the checkout lead: to pages, to headings with accents, to none for source files', async () => {
    const html = await readFile(join(site, 'pt-BR/guides/companies.html'), 'utf8');
    assert.match(html, /href="\/docs\/guides\/companies"/);
    assert.match(html, /href="\/docs\/pt-BR\/guides\/query-templates#socios"/);
    assert.match(html, /href="\/docs\/decisions\/0038-personal-data-of-companies"/);
    const target = await readFile(join(site, 'pt-BR/guides/query-templates.html'), 'utf8');
    assert.match(target, /<h2 id="socios"/);
    const steps = await readFile(join(site, 'guides/register-and-authenticate.html'), 'utf8');
    assert.match(steps, /href="#_4-read-the-answer"/);
    assert.match(steps, /<h2 id="_4-read-the-answer"/);
    assert.match(steps, /<span title="examples\/curl\/first-tasks.sh">/);
  });

  it('shows examples in every language as tabs', async () => {
    for (const path of ['guides/register-and-authenticate', 'pt-BR/guides/register-and-authenticate']) {
      const html = await readFile(join(site, `${path}.html`), 'utf8');
      const groups = html.split('<div class="vp-code-group').slice(1);
      assert.equal(groups.length, 4, path);
      for (const group of groups) {
        const labels = [...group.matchAll(/<label[^>]*>([^<]+)<\/label>/g)].map(([, label]) => label);
        assert.deepEqual(labels, ['curl', 'TypeScript', 'Python', 'Go', 'Java'], path);
      }
    }
  });

  it('has every file and page that its pages lead to', async () => {
    const reached = new Set<string>();
    for (const path of pages) {
      const html = await readFile(join(site, path), 'utf8');
      const addresses = [...html.matchAll(/<(?:a|script|link|img)[^>]*\s(?:src|href)="([^"#?]+)/g)];
      for (const [, address = ''] of addresses) {
        if (/^[a-z]+:/.test(address)) continue;
        const target = address.startsWith('/docs/')
          ? join(site, address.slice('/docs/'.length))
          : join(site, dirname(path), address);
        if (reached.has(target)) continue;
        await assert.doesNotReject(reach(target), `${path} leads to ${address}`);
        reached.add(target);
      }
    }
  });
});

/** Resolves when there is a file, or the page that a server without endings answers with. */
async function reach(target: string): Promise<void> {
  const candidates = [`${target}.html`, join(target, 'index.html'), target];
  await Promise.any(candidates.map((path) => access(path)));
}
