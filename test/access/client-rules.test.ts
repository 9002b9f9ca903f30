import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchRedirect, parseOrigin, parseRedirectTarget } from '../../src/access/client-rules.ts';

describe('addresses that a client lists', () => {
  it('origins are scheme, host and port, in the spelling of browsers', () => {
    for (const [text, origin] of [
      ['https://shop.example', 'https://shop.example'],
      ['HTTPS://Shop.Example:443/', 'https://shop.example'],
      ['https://shop.example:8443', 'https://shop.example:8443'],
      ['http://localhost:5173', 'http://localhost:5173'],
    ] as const) {
      assert.equal(parseOrigin(text), origin, text);
    }
    for (const text of [
      '*',
      'https://*',
      'https://*.shop.example',
      'http://shop.example',
      'https://shop.example/path',
      'https://shop.example?',
      'https://shop.example#',
      'https://user@shop.example',
      'https://@shop.example',
      'https://shop.example;script-src',
      "https://'none'",
      'https://shop.example, https://evil.example',
      'https://shop.example https://evil.example',
      'https://shop.example\nhttps://evil.example',
      'https:\\\\shop.example',
      'https:shop.example',
      'shop.example',
      'null',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
    ]) {
      assert.equal(parseOrigin(text), undefined, text);
    }
  });

  it('a redirect has the scheme, host, port and path of an entry', () => {
    const targets = ['https://shop.example/back', 'https://shop.example/app/', 'http://localhost:3000/'].map(
      (text) => parseRedirectTarget(text)!,
    );
    for (const [text, address] of [
      ['https://shop.example/back', 'https://shop.example/back'],
      ['https://shop.example/back?order=1#done', 'https://shop.example/back?order=1#done'],
      ['HTTPS://SHOP.example:443/back', 'https://shop.example/back'],
      ['https://shop.example/app/x/../y', 'https://shop.example/app/y'],
      ['http://localhost:3000/any', 'http://localhost:3000/any'],
    ] as const) {
      assert.equal(matchRedirect(text, targets), address, text);
    }
    for (const text of [
      'https://evil.example/back',
      'https://shop.example.evil.example/back',
      'https://evil.example/https://shop.example/back',
      'https://evil.example?https://shop.example/back',
      'https://evil.example#@shop.example/back',
      'https://shop.example@evil.example/back',
      'https://shop.example:443@evil.example/back',
      'https://user:word@shop.example/back',
      'https://@shop.example/back',
      'https://evil.example\\@shop.example/back',
      'https://shop.example\\.evil.example/back',
      'https:\\\\shop.example/back',
      'https:/shop.example/back',
      'https:///shop.example/back',
      '//shop.example/back',
      '/back',
      'https://shop.example:8443/back',
      'http://shop.example/back',
      'http://localhost:3001/any',
      'https://localhost:3000/any',
      'https://shop.example/Back',
      'https://shop.example/back/',
      'https://shop.example/back/more',
      'https://shop.example/backdoor',
      'https://shop.example/app',
      'https://shop.example/app/../admin',
      'https://shop.example/app/%2e%2e/admin',
      'https://shop.example/app/..%2fadmin',
      'https://shop.example/app/%5c..%5cadmin',
      'https://shop.example/\tback',
      ' https://shop.example/back',
      'https://shop.example/back\n',
      'https://shop.еxample/back',
      'javascript:alert(1)',
      'JavaScript://shop.example/back%0aalert(1)',
      'data:text/html,x',
      'intent://shop.example/back',
      '',
      `https://shop.example/app/${'x'.repeat(2_000)}`,
    ]) {
      assert.equal(matchRedirect(text, targets), undefined, text);
    }
  });

  it('entries hold nothing that widens them', () => {
    for (const text of [
      'https://*/',
      'https://*.shop.example/',
      'https://shop.example/?a=1',
      'https://shop.example/#a',
      'http://shop.example/',
      'javascript:alert(1)',
    ]) {
      assert.equal(parseRedirectTarget(text), undefined, text);
    }
  });
});
