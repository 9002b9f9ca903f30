import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('GET /capture', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { MOBILE_LISTEN: '127.0.0.1:0' },
  });

  it('is on the mobile surface only, and may load from its own host only', async () => {
    const { status, headers, text } = await send(`${service().mobileUrl}/capture`);
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^text\/html/);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
    assert.match(headers.get('permissions-policy')!, /camera=\(self\)/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(text, /https?:\/\//);
    assert.equal((await send(`${service().url}/capture`)).status, 404);
  });

  it('names the operator and no session, also to whoever has no link', async () => {
    const { status, body, headers } = await send(`${service().mobileUrl}/capture/operator`);
    assert.equal(status, 200);
    assert.deepEqual(body, { name: 'Confere', alternative: null, accent: null, logo: null });
    assert.match(headers.get('cache-control')!, /max-age=300/);
  });

  it('names files that may be kept for ever, compressed for whoever takes it', async () => {
    const { text } = await send(`${service().mobileUrl}/capture`);
    const [, script] = /src="(capture\/assets\/page-[\w-]+\.js)"/.exec(text)!;
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0', null],
    ] as const) {
      const { status, headers } = await send(`${service().mobileUrl}/${script}`, {
        headers: { 'accept-encoding': accepted },
      });
      assert.equal(status, 200);
      assert.equal(headers.get('content-encoding'), encoding);
      assert.match(headers.get('cache-control')!, /immutable/);
      assert.match(headers.get('content-type')!, /^text\/javascript/);
    }
  });

  it('shows no file beside its own', async () => {
    for (const file of [
      '..%2Findex.html',
      '..%2F..%2Fpackage.json',
      'page.js.br',
      '.env',
      'absent-1.js',
      'a%00.js',
    ]) {
      const { status, headers, body } = await send(`${service().mobileUrl}/capture/assets/${file}`);
      assert.equal(status, 404, file);
      assert.equal(body.code, 'capture_file_not_found', file);
      assert.doesNotMatch(headers.get('cache-control') ?? '', /immutable/);
    }
  });
});
