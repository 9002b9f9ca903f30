import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTotpSecret, findTotpStep, totpCode, totpStep, totpUri } from '../../src/accounts/totp.ts';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890 in base32, and the last six digits of its codes. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it('codes are those of RFC 6238', () => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    assert.equal(totpCode(rfcSecret, totpStep(new Date(seconds * 1000))), code);
  }
});

it('a code is taken in its own time step and its neighbours', () => {
  // A secret and a moment whose codes all differ: two steps of a random secret may share one.
  const secret = rfcSecret;
  const now = new Date('2026-11-23T12:00:10Z');
  const step = totpStep(now);
  for (const offset of [-1, 0, 1]) {
    assert.equal(findTotpStep(secret, totpCode(secret, step + offset), now), step + offset);
  }
  assert.equal(findTotpStep(secret, totpCode(secret, step + 5), now), undefined);
  for (const text of ['', '12345', '1234567', 'abcdef', '12 456']) {
    assert.equal(findTotpStep(secret, text, now), undefined);
  }
});

it('secrets have 160 bits and no two are equal', () => {
  const secrets = new Set(Array.from({ length: 100 }, createTotpSecret));
  assert.equal(secrets.size, 100);
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
});

it('the address for authenticator apps escapes what it names', () => {
  const uri = new URL(totpUri(rfcSecret, { issuer: 'Con & fere', account: 'a+b@c.example' }));
  assert.equal(uri.searchParams.get('issuer'), 'Con & fere');
  assert.equal(decodeURIComponent(uri.pathname), '//Con & fere:a+b@c.example'.slice(1));
});
