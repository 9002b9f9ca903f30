import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { loadSigningKeys } from '../../src/access/index.ts';
import { purgeClientAssertions, rotateOldSigningKeys } from '../../src/access/jobs.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { createTestClock } from './open-access.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

describeDatabases('the jobs of access', (kind) => {
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });

  it('replace signing keys at their age and not before, once for all processes', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const clock = createTestClock();
    const keys = await loadSigningKeys({ db, cipher, clock, refreshEveryMs: 0 });
    const old = { token: keys.current('access-token').kid, response: keys.current('response').kid };
    const run = () => rotateOldSigningKeys({ db, cipher, clock, signingKeyMaxAgeDays: 30 });

    clock.advance(30 * dayMs - hourMs);
    assert.equal((await run()).outcome, 'skipped');
    clock.advance(2 * hourMs);
    const outcomes = (await Promise.all([run(), run(), run()])).map(({ outcome }) => outcome);
    assert.ok(outcomes.includes('done'));
    assert.equal((await run()).outcome, 'skipped');
    assert.equal((await db.selectFrom('signing_keys').select('kid').execute()).length, 6);

    // Published before they sign.
    await keys.reload();
    assert.equal(keys.publicKeys().keys.length, 6);
    assert.equal(keys.current('access-token').kid, old.token);
    clock.advance(hourMs);
    assert.notEqual(keys.current('access-token').kid, old.token);
    assert.notEqual(keys.current('response').kid, old.response);
    assert.ok(keys.find('access-token', old.token), 'tokens signed before are good');
  });

  it('forget used assertions an hour after they have expired', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const clock = createTestClock();
    const now = clock.now().getTime();
    await db
      .insertInto('client_assertions')
      .values([
        { id: 'old', expires_at: new Date(now - hourMs - 60_000) },
        { id: 'just expired', expires_at: new Date(now - hourMs + 60_000) },
        { id: 'good', expires_at: new Date(now + hourMs) },
      ])
      .execute();
    assert.deepEqual(await purgeClientAssertions({ db, cipher, clock, signingKeyMaxAgeDays: 30 }), {
      outcome: 'done',
    });
    const left = await db.selectFrom('client_assertions').select('id').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      ['good', 'just expired'],
    );
  });
});
