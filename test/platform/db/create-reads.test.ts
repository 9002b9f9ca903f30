import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { type Db, gatherReads } from '../../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

type NameRow = { readonly id: string; readonly name: string; readonly doubled: string };

const readName = gatherReads<NameRow>(
  'select id, name, name || name as doubled from names where id = wanted.key',
);

/** The database, with its statements counted. */
function counting(db: Db): { readonly db: Db; count(): number } {
  let statements = 0;
  const executeQuery: Db['executeQuery'] = (...args) => {
    statements += 1;
    return db.executeQuery(...args);
  };
  return { db: { executeQuery } as Db, count: () => statements };
}

describeDatabases('gatherReads', (kind) => {
  async function openNames(t: Parameters<typeof openTestDatabase>[0]): Promise<Db> {
    const { db } = await openTestDatabase(t, kind);
    await sql`create table names (id text primary key, name text not null)`.execute(db);
    await sql`insert into names select n::text, 'name ' || n from generate_series(1, 1000) n`.execute(db);
    return db;
  }

  it('gives each who asks at the same time the row of the key, or nothing, in one statement', async (t) => {
    const { db, count } = counting(await openNames(t));
    const [one, two, none, again] = await Promise.all(
      ['1', '2', 'nobody', '1'].map((id) => readName(db, id)),
    );
    assert.deepEqual([one?.name, two?.name, none, again?.name], ['name 1', 'name 2', undefined, 'name 1']);
    assert.equal(two?.doubled, 'name 2name 2');
    assert.equal(count(), 1);
    assert.equal((await readName(db, '3'))?.name, 'name 3');
    assert.equal(count(), 2);
  });

  it('takes any number of keys and any text as a key', async (t) => {
    const opened = await openNames(t);
    const odd = ['', '{}', '{1,2}', 'a,b', 'quo"te', 'back\\slash', 'null', "'", ' 1', 'ção \u{1f600}'];
    for (const id of odd) await sql`insert into names values (${id}, 'odd')`.execute(opened);
    const { db, count } = counting(opened);
    const keys = [...odd, ...Array.from({ length: 1000 }, (_, index) => String(index + 1))];
    const rows = await Promise.all(keys.map((key) => readName(db, key)));
    assert.deepEqual(
      rows.map((row) => row?.id),
      keys,
    );
    assert.equal(count(), 6);
  });

  it('reads what was written before it was asked', async (t) => {
    const db = await openNames(t);
    const before = readName(db, 'new');
    assert.equal(await before, undefined);
    await sql`insert into names values ('new', 'first')`.execute(db);
    assert.equal((await readName(db, 'new'))?.name, 'first');
    await sql`update names set name = 'second' where id = 'new'`.execute(db);
    assert.equal((await readName(db, 'new'))?.name, 'second');
  });

  it('reads in a transaction what only the transaction sees', async (t) => {
    const db = await openNames(t);
    await db.transaction().execute(async (tx) => {
      await sql`update names set name = 'changed' where id = '1'`.execute(tx);
      assert.equal((await readName(tx, '1'))?.name, 'changed');
    });
  });

  it('fails for all who asked together, and works for the next', async (t) => {
    const db = await openNames(t);
    await sql`alter table names rename to hidden`.execute(db);
    const results = await Promise.allSettled(['1', '2'].map((id) => readName(db, id)));
    assert.deepEqual(
      results.map((result) => result.status === 'rejected' && result.reason.code),
      ['42P01', '42P01'],
    );
    await sql`alter table hidden rename to names`.execute(db);
    assert.equal((await readName(db, '1'))?.name, 'name 1');
  });
});
