import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { AccountDirectory } from '../../src/accounts/index.ts';
import { listCaseEvents } from '../../src/cases/case-history-store.ts';
import { claimOldest, insertCase, updateCase } from '../../src/cases/cases-store.ts';
import { releaseCases } from '../../src/cases/release-cases.ts';
import { createId, personIdKind } from '../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('cases of accounts that may decide no more', (kind) => {
  it('are given back to whoever takes the next one; those of others stay', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const at = new Date();
    const open = async (id: string, assigneeId: string, state: 'open' | 'snoozed' = 'open') =>
      await db.transaction().execute(async (tx) => {
        await insertCase(tx, {
          id,
          kind: 'manual',
          priority: 50,
          subject: { personId: createId(personIdKind) },
          attemptId: undefined,
          executionId: undefined,
          reasons: [],
          origin: id,
          dueAt: at,
          openedAt: at,
        });
        await updateCase(tx, id, { assigneeId, state, snoozedUntil: state === 'snoozed' ? at : undefined });
      });
    for (const id of ['acc_gone', 'acc_here']) {
      await sql`insert into accounts (id, role, locale, created_at, key_id, wrapped_key, ciphertext)
        values (${id}, 'analyst', 'en', now(), 'k', ''::bytea, ''::bytea)`.execute(db);
    }
    await open('cas_1', 'acc_gone');
    await open('cas_2', 'acc_gone', 'snoozed');
    await open('cas_3', 'acc_here');
    const claim = async () => (await db.transaction().execute((tx) => claimOldest(tx, 'acc_here')))?.id;
    assert.equal(await claim(), undefined);
    const accounts = { hasScope: async (_, id) => id === 'acc_here' } as Partial<AccountDirectory>;
    await releaseCases({ db, clock: { now: () => at }, accounts: accounts as AccountDirectory });
    const rows = await db.selectFrom('cases').select(['id', 'assignee_id']).orderBy('id').execute();
    assert.deepEqual(
      rows.map((row) => row.assignee_id),
      [null, null, 'acc_here'],
    );
    const [step] = await listCaseEvents(db, 'cas_1');
    assert.deepEqual([step?.action, step?.detail], ['assigned', { from: 'acc_gone', to: null }]);
    assert.equal(await claim(), 'cas_1');
  });
});
