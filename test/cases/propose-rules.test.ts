import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { proposeRules } from '../../src/cases/four-eyes.ts';
import { findWaitingChange } from '../../src/cases/rules-store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('proposed rules of four eyes', (kind) => {
  it('are kept without what nobody would see of them', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await sql`insert into accounts (id, role, locale, created_at, key_id, wrapped_key, ciphertext)
      values ('acc_1', 'supervisor', 'en', now(), '', '', '')`.execute(db);
    const rule = { outcomes: ['approve'], kinds: ['manual'] } as const;
    const sent = [{ ...rule, exceptFor: ['acc_1'] }];
    await proposeRules({ db, clock: systemClock, auditKey: Buffer.alloc(32, 5) }, sent, 'acc_1', 'r1');
    assert.deepEqual((await findWaitingChange(db))?.rules, [rule]);
  });
});
