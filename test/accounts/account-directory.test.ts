import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createAccountDirectory } from '../../src/accounts/account-directory.ts';
import { insertAccount, insertAccountChange } from '../../src/accounts/accounts-store.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase, type TestScope } from '../support/database.ts';

const now = new Date('2026-05-04T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describeDatabases('who is another person', (kind) => {
  async function open(t: TestScope) {
    const { db } = await openTestDatabase(t, kind);
    const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
    const directory = createAccountDirectory({ cipher, clock: { now: () => now }, environment: 'live' });
    const add = (id: string, email: string, isExternal = false) =>
      db.transaction().execute((tx) =>
        insertAccount(tx, cipher, {
          id,
          name: id,
          email,
          role: 'analyst',
          locale: 'en',
          createdAt: now,
          totpSecret: undefined,
          passwordHash: undefined,
          emailIndex: isExternal ? undefined : randomBytes(32),
        }),
      );
    const change = (changedBy: string, accountId: string, at: Date) =>
      db
        .transaction()
        .execute((tx) => insertAccountChange(tx, { accountId, changedBy, kind: 'invited', at }));
    return { db, directory, add, change };
  }

  it('not who made the account within a day, directly or over others, in either direction', async (t) => {
    const { db, directory, add, change } = await open(t);
    for (const id of ['a', 'b', 'c', 'd', 'old', 'other']) await add(id, `${id}@people.example`);
    await change('a', 'b', hoursAgo(3));
    await change('b', 'c', hoursAgo(2));
    await change('c', 'd', hoursAgo(1));
    await change('a', 'old', hoursAgo(25));
    await change('a', 'other', hoursAgo(1));
    const had = (one: string, other: string) => directory.hadPowerOver(db, one, other);
    for (const other of ['b', 'c', 'd', 'other']) {
      assert.deepEqual([await had('a', other), await had(other, 'a')], [true, true], other);
    }
    assert.equal(await had('b', 'd'), true);
    assert.equal(await had('a', 'old'), false);
    // Both invited by one administrator: two colleagues.
    assert.equal(await had('b', 'other'), false);
    // Power in a circle ends.
    await change('d', 'a', hoursAgo(1));
    assert.equal(await had('b', 'a'), true);
    assert.equal(await had('a', 'a'), false);
  });

  it('not who has the same e-mail address at the issuer of single sign-on', async (t) => {
    const { db, directory, add } = await open(t);
    await add('own', 'ana@people.example');
    await add('sso', 'Ana@People.example ', true);
    await add('nameless', '', true);
    await add('unnamed', '', true);
    assert.equal(await directory.shareAddress(db, 'own', 'sso'), true);
    assert.equal(await directory.shareAddress(db, 'sso', 'nameless'), false);
    assert.equal(await directory.shareAddress(db, 'nameless', 'unnamed'), false);
    assert.equal(await directory.shareAddress(db, 'own', 'cli_1'), false);
  });
});
