import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { imageIdKind } from '../../src/images/declarations.ts';
import { createImageLinks } from '../../src/images/image-links.ts';
import { createId } from '../../src/platform/ids.ts';

const start = Date.UTC(2026, 0, 1);

function createLinks(options: { key?: Uint8Array; baseUrl?: string } = {}) {
  let now = start;
  const links = createImageLinks({
    baseUrl: options.baseUrl ?? 'https://id.example',
    key: options.key ?? randomBytes(32),
    lifetimeSeconds: 900,
    clock: { now: () => new Date(now) },
  });
  const advance = (ms: number) => {
    now += ms;
  };
  return { links, advance };
}

function readLink(link: string): { id: string; expires: string; signature: string } {
  const url = new URL(link);
  const id = url.pathname.split('/').at(-1)!;
  return { id, expires: url.searchParams.get('expires')!, signature: url.searchParams.get('signature')! };
}

test('a signed link is valid until its last moment and not after', () => {
  const { links, advance } = createLinks();
  const id = createId(imageIdKind);
  const link = links.sign(id);
  const { expires, signature } = readLink(link);
  assert.equal(link, `https://id.example/images/${id}?expires=${start / 1000 + 900}&signature=${signature}`);
  links.verify(id, expires, signature);
  advance(900_000 - 1);
  links.verify(id, expires, signature);
  advance(1);
  assert.throws(() => links.verify(id, expires, signature), {
    code: 'image_link_invalid',
    kind: 'not-found',
  });
});

test('a link is valid for its image only, with its expiry only, under its key only', () => {
  const { links } = createLinks();
  const { id, expires, signature } = readLink(links.sign(createId(imageIdKind)));
  const refused = { code: 'image_link_invalid' };
  assert.throws(() => links.verify(createId(imageIdKind), expires, signature), refused);
  assert.throws(() => links.verify(id, String(Number(expires) + 1), signature), refused);
  assert.throws(() => createLinks().links.verify(id, expires, signature), refused);
});

test('a link has exactly one spelling', () => {
  const { links } = createLinks();
  const { id, expires, signature } = readLink(links.sign(createId(imageIdKind)));
  const refused = { code: 'image_link_invalid' };
  const odd = [
    `0${expires}`,
    `+${expires}`,
    ` ${expires}`,
    `${expires}.0`,
    `${expires}\n`,
    '1e10',
    '0x10',
    '',
    '-1',
  ];
  for (const each of [...odd, undefined, null, [expires], [expires, expires], Number(expires), {}]) {
    assert.throws(() => links.verify(id, each, signature), refused);
  }
  const last = signature.at(-1)!;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sibling = signature.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1];
  assert.deepEqual(Buffer.from(sibling, 'base64url'), Buffer.from(signature, 'base64url'));
  const oddSignatures = [sibling, `${signature}=`, `${signature}A`, signature.slice(1), '', ` ${signature}`];
  for (const each of [...oddSignatures, undefined, [signature], {}]) {
    assert.throws(() => links.verify(id, expires, each), refused);
  }
  for (const each of ['', '../x', `${id}/..`, id.toUpperCase(), `${id}\n${expires}`]) {
    assert.throws(() => links.verify(each, expires, signature), refused);
  }
});

test('no random signature is valid', () => {
  const { links } = createLinks();
  const { id, expires } = readLink(links.sign(createId(imageIdKind)));
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      assert.throws(() => links.verify(id, expires, Buffer.from(bytes).toString('base64url')));
    }),
  );
});

test('a slash at the end of the base address is not doubled, and a path is kept', () => {
  assert.match(
    createLinks({ baseUrl: 'https://id.example/confere/' }).links.sign(createId(imageIdKind)),
    /^https:\/\/id\.example\/confere\/images\/img_[0-9a-f]{32}\?/,
  );
});

test('a key of another length, a lifetime that is none and an id that is none are mistakes of the caller', () => {
  const options = { baseUrl: 'https://id.example', key: randomBytes(32), lifetimeSeconds: 900 };
  assert.throws(() => createImageLinks({ ...options, key: randomBytes(31) }), TypeError);
  for (const lifetimeSeconds of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => createImageLinks({ ...options, lifetimeSeconds }), TypeError);
  }
  assert.throws(() => createImageLinks(options).sign('att_1'), TypeError);
});
