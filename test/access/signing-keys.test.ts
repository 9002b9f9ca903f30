import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { calculateJwkThumbprint } from 'jose';
import { sql } from 'kysely';
import { loadSigningKeys } from '../../src/access/index.ts';
import { rotateSigningKey } from '../../src/access/rotate-signing-key.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createMasterKey, createRecordCipher, EncryptionError } from '../../src/platform/encryption/index.ts';
import { openTestDatabase, testDatabaseKinds } from '../support/database.ts';
import { createTestClock } from './open-access.ts';

function createCipher() {
  return createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
}

for (const kind of testDatabaseKinds()) {
  describe(`signing keys, ${kind} database`, () => {
    test('replicas that start together make one key for each purpose and share them', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const options = { db, cipher: createCipher(), clock: systemClock, refreshEveryMs: 0 };
      // Connections made beforehand, or the first replica is done before the second has one.
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)));
      const replicas = await Promise.all(Array.from({ length: 4 }, () => loadSigningKeys(options)));
      const sets = replicas.map((keys) => keys.publicKeys());
      assert.equal(sets[0]?.keys.length, 3);
      for (const set of sets) {
        assert.deepEqual(set, sets[0]);
      }
      const again = await loadSigningKeys(options);
      assert.deepEqual(again.publicKeys(), sets[0]);
      assert.notEqual(again.current('access-token').kid, again.current('response').kid);
    });

    test('the published set holds no private part, and each kid is its key’s thumbprint', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const keys = await loadSigningKeys({
        db,
        cipher: createCipher(),
        clock: systemClock,
        refreshEveryMs: 0,
      });
      for (const key of keys.publicKeys().keys) {
        const own = key.kty === 'EC' ? ['x', 'y'] : ['x'];
        assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', ...own]);
        assert.equal(key.kid, await calculateJwkThumbprint({ ...key }, 'sha256'));
      }
    });

    test('the private halves do not open with another master key, nor in place of each other', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const cipher = createCipher();
      const options = { db, cipher, clock: systemClock, refreshEveryMs: 0 };
      await loadSigningKeys(options);
      await assert.rejects(loadSigningKeys({ ...options, cipher: createCipher() }), EncryptionError);
      const [one, two] = await db.selectFrom('signing_keys').selectAll().orderBy('kid').execute();
      await db
        .updateTable('signing_keys')
        .set({ wrapped_key: one!.wrapped_key, ciphertext: one!.ciphertext })
        .where('kid', '=', two!.kid)
        .execute();
      await assert.rejects(loadSigningKeys(options), EncryptionError);
    });

    test('a rotated key is published before it signs, and the old one is known after it', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const clock = createTestClock();
      const deps = { db, cipher: createCipher(), clock };
      const keys = await loadSigningKeys({ ...deps, refreshEveryMs: 0 });
      const old = { token: keys.current('access-token').kid, response: keys.current('response').kid };
      const webhook = keys.current('webhook').kid;
      const token = await rotateSigningKey(deps, { purpose: 'access-token' });
      const response = await rotateSigningKey(deps, { purpose: 'response' });
      await keys.reload();

      const published = () => keys.publicKeys().keys.map((key) => key.kid);
      assert.deepEqual(
        published().sort(),
        [old.token, old.response, token.kid, response.kid, webhook].sort(),
      );
      assert.equal(keys.current('access-token').kid, old.token);
      assert.equal(keys.current('response').kid, old.response);

      clock.advance(11 * 60_000);
      assert.equal(keys.current('access-token').kid, token.kid);
      assert.equal(keys.current('response').kid, response.kid);
      assert.ok(keys.find('access-token', old.token));
      assert.ok(keys.find('response', old.response));

      // Two hours after the change no token of the old key lives; an answer may still have to be checked.
      clock.advance(121 * 60_000);
      assert.deepEqual(published().sort(), [old.response, token.kid, response.kid, webhook].sort());
      await keys.reload();
      assert.deepEqual(published().sort(), [old.response, token.kid, response.kid, webhook].sort());
    });

    test('a compromised key neither signs nor verifies nor is published from then on', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, cipher: createCipher(), clock: systemClock };
      const keys = await loadSigningKeys({ ...deps, refreshEveryMs: 0 });
      const old = keys.current('response').kid;
      const { kid } = await rotateSigningKey(deps, { purpose: 'response', compromised: true });
      await keys.reload();
      assert.equal(keys.current('response').kid, kid);
      assert.equal(keys.find('response', old), undefined);
      assert.equal(
        keys.publicKeys().keys.some((key) => key.kid === old),
        false,
      );
    });
  });
}

describe('signing keys', () => {
  test('a key of one purpose is not found under the other', async (t) => {
    const { db } = await openTestDatabase(t);
    const keys = await loadSigningKeys({ db, cipher: createCipher(), clock: systemClock, refreshEveryMs: 0 });
    assert.equal(keys.find('access-token', keys.current('response').kid), undefined);
    assert.equal(keys.find('response', keys.current('access-token').kid), undefined);
  });

  test('a rotation made elsewhere reaches a running process in the background', {}, async (t) => {
    let stop = () => {};
    t.after(() => stop());
    const { db } = await openTestDatabase(t);
    const deps = { db, cipher: createCipher(), clock: systemClock };
    const keys = await loadSigningKeys({ ...deps, refreshEveryMs: 20 });
    stop = keys.stop;
    const { kid } = await rotateSigningKey(deps, { purpose: 'response', compromised: true });
    while (keys.current('response').kid !== kid) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

  test('a replica whose clock is behind uses the key that is about to become active', async (t) => {
    const { db } = await openTestDatabase(t);
    const cipher = createCipher();
    const ahead = await loadSigningKeys({ db, cipher, clock: systemClock, refreshEveryMs: 0 });
    const behind = await loadSigningKeys({
      db,
      cipher,
      clock: { now: () => new Date(Date.now() - 5_000) },
      refreshEveryMs: 0,
    });
    assert.equal(behind.current('access-token').kid, ahead.current('access-token').kid);
  });
});
