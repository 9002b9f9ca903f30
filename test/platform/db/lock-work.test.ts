import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lockWork, type OpenDatabase, openDatabase } from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import {
  createTestDatabase,
  describeDatabases,
  openTestDatabase,
  testDatabaseKinds,
} from '../../support/database.ts';

describeDatabases('lockWork', (kind) => {
  it('a piece of work is done by one at a time, others meanwhile', async (t) => {
    const database = await openTestDatabase(t, kind);
    {
      await using first = await lockWork(database, 'one');
      assert.ok(first);
      assert.equal(await lockWork(database, 'one'), undefined);
      await using other = await lockWork(database, 'other');
      assert.ok(other);
    }
    await using again = await lockWork(database, 'one');
    assert.ok(again);
  });
});

it('a piece of work for which there is no connection waits for the database like a statement', async () => {
  const connect = () => Promise.reject(Object.assign(new Error('from the driver'), { code: 'ECONNREFUSED' }));
  const database = { kind: 'postgres', sessions: { connect } } as unknown as OpenDatabase;
  await assert.rejects(lockWork(database, 'work'), { code: 'database_unavailable' });
});

if (testDatabaseKinds().includes('postgres')) {
  it('the lock holds for other processes, and is gone with the connection', async (t) => {
    const place = await createTestDatabase(t, 'postgres');
    const options = { ...place, logger: createLogger({ level: 'silent' }) };
    const [one, two] = [await openDatabase(options), await openDatabase(options)];
    const held = await lockWork(one, 'work');
    try {
      assert.ok(held);
      assert.equal(await lockWork(two, 'work'), undefined);
      await two.execute(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())`,
      );
      // The server ends the other connection when it comes to it.
      // The run ends a wait in vain.
      let taken: AsyncDisposable | undefined;
      while (taken === undefined) taken = await lockWork(two, 'work');
      await taken[Symbol.asyncDispose]();
    } finally {
      await held?.[Symbol.asyncDispose]();
      await two.close();
      await one.close();
    }
  });
}

if (testDatabaseKinds().includes('postgres')) {
  it('the lock holds back no clean-up', async (t) => {
    const open = await openTestDatabase(t, 'postgres');
    await using lock = await lockWork(open, 'work');
    assert.ok(lock);
    const { rows } = await open.execute(
      `select backend_xmin as oldest from pg_stat_activity join pg_locks using (pid)
         where locktype = 'advisory' and datname = current_database()`,
    );
    assert.deepEqual(rows, [{ oldest: null }]);
  });
}
