import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claimEnvironment } from '../../../src/platform/environment/environment-store.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const now = new Date('2026-11-22T12:00:00Z');
const context = (isEmpty: boolean) => ({ isEmpty: async () => isEmpty, now });

describeDatabases('the environment of a database', (kind) => {
  it('is that of the first service, and no other starts', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await claimEnvironment(db, 'sandbox', context(true));
    await claimEnvironment(db, 'sandbox', context(false));
    await assert.rejects(claimEnvironment(db, 'live', context(false)), { code: 'live_on_sandbox_data' });
  });

  it('is live when it was in use before', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await assert.rejects(claimEnvironment(db, 'sandbox', context(false)), { code: 'sandbox_on_live_data' });
    await claimEnvironment(db, 'live', context(false));
    await assert.rejects(claimEnvironment(db, 'sandbox', context(true)), { code: 'sandbox_on_live_data' });
  });
});
