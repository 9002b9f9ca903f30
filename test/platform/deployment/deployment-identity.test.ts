import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseError } from '../../../src/platform/db/index.ts';
import {
  endHold,
  findHold,
  findHoldAtStart,
  readIdentity,
  waitForResume,
} from '../../../src/platform/deployment/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

describeDatabases('a deployment', (kind) => {
  test('is held when its database is on another server than before, until it is resumed', async (t) => {
    const database = await openTestDatabase(t, kind);
    const { db } = database;
    const now = new Date('2026-03-01T12:00:00Z');
    for (let start = 0; start < 2; start += 1) assert.equal(await findHoldAtStart(database, now), undefined);
    // All embedded databases are copies of one, and have one name.
    if (kind === 'embedded') return;
    await db.updateTable('deployment_state').set({ database_system: 'another' }).execute();
    assert.deepEqual(await findHoldAtStart(database, now), now);
    const later = new Date('2026-03-02T12:00:00Z');
    assert.deepEqual(await findHoldAtStart(database, later), now);
    assert.equal(await endHold(db), true);
    assert.equal(await endHold(db), false);
    assert.equal(await findHoldAtStart(database, later), undefined);
  });

  test('is told of the end of its hold', async (t) => {
    const database = await openTestDatabase(t, kind);
    const { db } = database;
    await db.insertInto('deployment_state').values({ held_since: new Date() }).execute();
    const stopped = new AbortController();
    const stop = waitForResume(database, { signal: stopped.signal, lookMs: 5 });
    stopped.abort();
    assert.equal(await stop, false);
    const resumed = waitForResume(database, { signal: new AbortController().signal, lookMs: 5 });
    assert.ok((await findHold(db)) !== undefined);
    await endHold(db);
    assert.equal(await resumed, true);
  });

  test('has no other name while its server is away or late, and one without the server where that does not tell', {
    skip: kind === 'embedded',
  }, async (t) => {
    const database = await openTestDatabase(t, kind);
    const { id, name } = await readIdentity(database);
    assert.ok(name.startsWith(`${id} on `), name);
    const failingWith = (code: 'database_timeout' | 'database_unavailable' | 'database_refused') => {
      const db = database.db.withPlugin({
        transformQuery({ node }) {
          if (JSON.stringify(node).includes('pg_control_system')) throw new DatabaseError(code);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      return readIdentity({ ...database, db });
    };
    await assert.rejects(failingWith('database_timeout'), { code: 'database_timeout' });
    await assert.rejects(failingWith('database_unavailable'), { code: 'database_unavailable' });
    assert.equal((await failingWith('database_refused')).name, id);
  });
});
