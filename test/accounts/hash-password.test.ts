import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashPassword, matchesPassword } from '../../src/accounts/hash-password.ts';

it('a hash tells its own password from others, and is never the same twice', async () => {
  const [one, other] = await Promise.all([hashPassword('a long password'), hashPassword('a long password')]);
  assert.notEqual(one, other);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.ok(await matchesPassword('a long password', one));
  assert.ok(!(await matchesPassword('a long passwore', one)));
  assert.ok(!(await matchesPassword('a long password', undefined)));
  assert.ok(!(await matchesPassword('', '')));
});

it('accents count the same in either form of Unicode', async () => {
  assert.ok(
    await matchesPassword('cora\u00e7\u00e3o e mais', await hashPassword('corac\u0327a\u0303o e mais')),
  );
});

it('hashes with other parameters are still read', async () => {
  // argon2id with 8 MiB, one pass: what an earlier or later version may have chosen.
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 7);
  const options = {
    message: 'a long password',
    nonce,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  };
  const hash = argon2Sync('argon2id', options).toString('base64').replace(/=+$/, '');
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${hash}`;
  assert.ok(await matchesPassword('a long password', stored));
});

it('of more hashes at once than two and 64 that wait, the rest is refused at once', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 70 }, () => matchesPassword('a long password', undefined)),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  assert.deepEqual(
    refused,
    Array.from({ length: 4 }, () => 'sign_in_busy'),
  );
});
