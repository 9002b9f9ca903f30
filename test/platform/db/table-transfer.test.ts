import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CopyValue, copyRows } from '../../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

describeDatabases('copyRows', (kind) => {
  const columns = ['id', 'number', 'large', 'flag', 'bytes'];

  it('every value arrives as it was, whatever it holds', async (t) => {
    const database = await openTestDatabase(t, kind);
    await database.execute(
      'create table copied (id text primary key, number integer, large bigint, flag boolean, bytes bytea)',
    );
    const rows: (readonly CopyValue[])[] = [
      ['plain', { integer: -1 }, { bigint: Number.MAX_SAFE_INTEGER }, true, Uint8Array.of(0, 255, 10, 92)],
      ['"quoted";\\N\t\n\\.\u{1f600}', { integer: 2 ** 31 - 1 }, { bigint: -7 }, false, new Uint8Array()],
      ['nothing', null, null, null, null],
    ];
    await copyRows(database, 'copied', columns, rows);
    await copyRows(database, 'copied', columns, []);
    const stored = await database.execute('select * from copied order by id desc');
    assert.deepEqual(
      stored.rows.map((row) => [
        row.id,
        row.number,
        row.large,
        row.flag,
        row.bytes && [...(row.bytes as Buffer)],
      ]),
      [
        ['plain', -1, Number.MAX_SAFE_INTEGER, true, [0, 255, 10, 92]],
        ['nothing', null, null, null, null],
        ['"quoted";\\N\t\n\\.\u{1f600}', 2 ** 31 - 1, -7, false, []],
      ],
    );
  });

  it('a row that cannot be stored leaves none of its companions, and the connection works on', async (t) => {
    const database = await openTestDatabase(t, kind);
    await database.execute('create table copied (id text primary key)');
    const copy = (...ids: string[]) =>
      copyRows(
        database,
        'copied',
        ['id'],
        ids.map((id) => [id]),
      );
    await assert.rejects(copy('a', 'b', 'a'));
    await copy('c');
    const stored = await database.execute('select id from copied');
    assert.deepEqual(stored.rows, [{ id: 'c' }]);
  });

  it('a connection that is lost meanwhile is told as such', { skip: kind === 'embedded' }, async (t) => {
    const database = await openTestDatabase(t, kind);
    await database.execute(`
      create table copied (id text primary key);
      create function end_connection() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger ending before insert on copied execute function end_connection()`);
    await assert.rejects(copyRows(database, 'copied', ['id'], [['a']]), { code: 'database_unavailable' });
  });

  it('a full disk of the database is told as such', async (t) => {
    const database = await openTestDatabase(t, kind);
    await database.execute(`
      create table copied (id text primary key);
      create function fill_disk() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'disk_full'; end $$;
      create trigger filling before insert on copied execute function fill_disk()`);
    await assert.rejects(copyRows(database, 'copied', ['id'], [['a']]), { code: 'database_unavailable' });
  });
});
