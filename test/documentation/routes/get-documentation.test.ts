import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import Fastify from 'fastify';
import { DocumentationError } from '../../../src/documentation/errors.ts';
import { getDocumentationRoutes } from '../../../src/documentation/routes/get-documentation.ts';
import { createBuiltFiles } from '../../../src/platform/built-files.ts';
import type { App } from '../../../src/web/app.ts';
import { createErrorHandler } from '../../../src/web/errors.ts';
import { ErrorSchema } from '../../../src/web/schemas.ts';

const page = '<link href="/docs/assets/style.css"><a href="/docs/guides/photos">x</a><code>/docs/</code>';

describe('GET /docs/', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-documentation-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  }

  function serve(baseUrl = 'https://confere.example'): App {
    const app = Fastify() as unknown as App;
    app.addSchema(ErrorSchema);
    app.setErrorHandler(createErrorHandler({ error() {}, warn() {} } as never));
    getDocumentationRoutes(app, {
      baseUrl,
      files: createBuiltFiles(folder, {
        notBuilt: () => new DocumentationError('documentation_missing'),
        notFound: () => new DocumentationError('documentation_page_not_found'),
      }),
    });
    return app;
  }

  const browser = { accept: 'text/html,application/xhtml+xml' };

  it('says how to build a site that is not built, to people and to programs', async () => {
    const app = serve();
    const shown = await app.inject({ url: '/docs/', headers: browser });
    assert.equal(shown.statusCode, 503);
    assert.match(shown.body, /npm run build:docs/);
    assert.equal(shown.headers.refresh, '5');
    assert.match(String(shown.headers['content-security-policy']), /default-src 'none'; script-src 'self'/);
    const answered = await app.inject({ url: '/docs/' });
    assert.equal(answered.statusCode, 503);
    assert.equal(answered.json().code, 'documentation_missing');
  });

  it('finds pages by their addresses without endings, and folders with a slash', async () => {
    await write({
      'index.html': page,
      'pt-BR/index.html': 'início',
      'guides/for-analysts.html': 'analysts',
      'decisions/0099-sandbox.html': 'sandbox',
    });
    const app = serve();
    for (const [url, body] of [
      ['/docs/pt-BR/', 'início'],
      ['/docs/guides/for-analysts', 'analysts'],
      ['/docs/guides/for-analysts.html', 'analysts'],
      ['/docs/decisions/0099-sandbox', 'sandbox'],
    ] as const) {
      const answer = await app.inject({ url, headers: browser });
      assert.equal(answer.statusCode, 200, url);
      assert.equal(answer.body, body);
    }
    for (const url of ['/', '/docs']) {
      const outside = await app.inject({ url });
      assert.deepEqual([outside.statusCode, outside.headers.location], [302, 'docs/']);
    }
    const folderOnly = await app.inject({ url: '/docs/pt-BR' });
    assert.deepEqual([folderOnly.statusCode, folderOnly.headers.location], [302, 'pt-BR/']);
  });

  it('answers an unknown page with the page for it, and a program with an error', async () => {
    await write({ 'index.html': page, '404.html': 'nothing here' });
    const app = serve();
    const shown = await app.inject({ url: '/docs/guides/none', headers: browser });
    assert.deepEqual([shown.statusCode, shown.body], [404, 'nothing here']);
    const answered = await app.inject({ url: '/docs/guides/none' });
    assert.deepEqual([answered.statusCode, answered.json().code], [404, 'documentation_page_not_found']);
  });

  it('shows no file beside its own', async () => {
    await write({ 'index.html': page, 'index.html.br': 'x', '.env.json': '{}', 'secret.ts': 'x' });
    await writeFile(join(folder, '..', 'confere-outside.json'), '{}');
    const app = serve();
    for (const path of [
      '../confere-outside.json',
      '..%2Fconfere-outside.json',
      'assets/..%2F..%2Fconfere-outside.json',
      '%2e%2e/confere-outside.json',
      'index.html.br',
      '.env.json',
      'secret.ts',
      'index.html%00.json',
    ]) {
      const { statusCode } = await app.inject({ url: `/docs/${path}` });
      assert.equal(statusCode, 404, path);
    }
    await rm(join(folder, '..', 'confere-outside.json'));
  });

  it('lies below the path prefix of the public address, and changes no prose', async () => {
    await write({ 'index.html': page, 'assets/app.a1.js': 'import("/docs/assets/b.js")' });
    const app = serve('https://example.com/identity/');
    const shown = await app.inject({ url: '/docs/', headers: { ...browser, 'accept-encoding': 'br' } });
    assert.equal(
      shown.body,
      '<link href="/identity/docs/assets/style.css"><a href="/identity/docs/guides/photos">x</a><code>/docs/</code>',
    );
    const script = await app.inject({ url: '/docs/assets/app.a1.js' });
    assert.equal(script.body, 'import("/identity/docs/assets/b.js")');
    assert.equal(script.headers['cache-control'], 'no-cache');
  });

  it('lets browsers keep what has a hash in its name, and compresses what the build has compressed', async () => {
    await write({ 'index.html': page, 'assets/app.a1.js': 'code', 'assets/app.a1.js.br': 'br' });
    const app = serve();
    const script = await app.inject({
      url: '/docs/assets/app.a1.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    assert.equal(script.headers['content-encoding'], 'br');
    assert.match(String(script.headers['cache-control']), /immutable/);
    assert.equal((await app.inject({ url: '/docs/' })).headers['cache-control'], 'no-cache');
  });
});
