import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const root = join(import.meta.dirname, '../..');

/** Files that a browser loads before the first screen is seen, by the page and its scripts. */
const longestFirstScreenBytes = 600_000;

describe('GET /console/', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { MOBILE_LISTEN: '127.0.0.1:0' },
  });

  it('is on the customer surface only, loads from its own host only, and cannot be framed', async () => {
    const { status, headers, text } = await send(`${service().url}/console/`);
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^text\/html/);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /form-action 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(text, /https?:\/\/|<script(?! type="module" crossorigin src=)/);
    assert.equal((await send(`${service().mobileUrl}/console/`)).status, 404);
  });

  it('takes photos from the listener that signs their links, and from nowhere else', async () => {
    const { headers } = await send(`${service().url}/console/`);
    const [, sources] = /img-src ([^;]*)/.exec(headers.get('content-security-policy')!)!;
    assert.equal(sources, `'self' data: blob: ${new URL(service().mobileUrl).origin}`);
  });

  it('gives each answer a nonce of its own, in its policy and in the page', async () => {
    const nonces = new Set<string>();
    for (let tries = 0; tries < 3; tries += 1) {
      const { headers, text } = await send(`${service().url}/console/`);
      const [, nonce] = /'nonce-([\w+/]+)'/.exec(headers.get('content-security-policy')!)!;
      assert.ok(text.includes(`nonce="${nonce}"`));
      assert.doesNotMatch(text, /__CSP_NONCE__/);
      nonces.add(nonce!);
    }
    assert.equal(nonces.size, 3);
  });

  it('is found without the slash, below a path prefix too', async () => {
    const response = await fetch(`${service().url}/console`, { redirect: 'manual' });
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), 'console/');
    const { text } = await send(`${service().url}/console/`);
    for (const [, address] of text.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.match(address!, /^\.\/assets\//);
  });

  it('names files that may be kept for ever, and whose first screen is small', async () => {
    const { text } = await send(`${service().url}/console/`);
    let bytes = text.length;
    const wanted = [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, file]) => file!,
    );
    assert.ok(wanted.length > 2);
    for (const file of wanted) {
      const response = await fetch(`${service().url}/console/${file}`, {
        headers: { 'accept-encoding': 'identity' },
      });
      assert.equal(response.status, 200, file);
      assert.match(response.headers.get('cache-control')!, /immutable/);
      const compressed = await fetch(`${service().url}/console/${file}`, {
        method: 'GET',
        headers: { 'accept-encoding': 'gzip' },
      });
      assert.equal(compressed.headers.get('content-encoding'), 'gzip');
      bytes += Number(compressed.headers.get('content-length'));
      await compressed.arrayBuffer();
      await response.arrayBuffer();
    }
    assert.ok(bytes > 50_000 && bytes < longestFirstScreenBytes, `${bytes} bytes`);
  });

  it('has the styles of each component that its screens use', async () => {
    const built = join(root, 'console/dist/assets');
    const names = await readdir(built);
    const read = async (end: string) =>
      (
        await Promise.all(
          names.filter((name) => name.endsWith(end)).map((name) => readFile(join(built, name), 'utf8')),
        )
      ).join('');
    const [scripts, styles, all] = await Promise.all([
      read('.js'),
      read('.css'),
      readFile(join(root, 'node_modules/@mantine/core/styles.css'), 'utf8'),
    ]);
    const classes = new Set([...all.matchAll(/\.(m_[0-9a-f]+)/g)].map(([, name]) => name!));
    const used = [...classes].filter((name) => scripts.includes(name));
    assert.ok(used.length > 100);
    assert.deepEqual(
      used.filter((name) => !styles.includes(`.${name}`)),
      [],
    );
  });

  it('shows no file beside its own', async () => {
    for (const file of ['..%2Findex.html', '..%2F..%2Fpackage.json', 'index.js.br', '.env', 'absent-1.js']) {
      const { status, headers, body } = await send(`${service().url}/console/assets/${file}`);
      assert.equal(status, 404, file);
      assert.equal(body.code, 'console_file_not_found', file);
      assert.doesNotMatch(headers.get('cache-control') ?? '', /immutable/);
    }
  });
});
