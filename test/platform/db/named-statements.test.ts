import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { type Db, planOnce, type Tx } from '../../../src/platform/db/index.ts';
import { findPlanName, numberParameters, planNamed } from '../../../src/platform/db/named-statements.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

describe('numberParameters', () => {
  it('gives each name a position, and a name that comes again the same one', () => {
    assert.deepEqual(numberParameters('select :b::text, :a::int, :b::text, :a_2'), {
      text: 'select $1::text, $2::int, $1::text, $3',
      names: ['b', 'a', 'a_2'],
    });
  });

  it('leaves casts and texts in quotes alone', () => {
    const text = "select 'it''s :no', now()::date, array['x']::text[], '12:30:00'::time";
    assert.deepEqual(numberParameters(text), { text, names: [] });
  });

  it('counts beyond nine', () => {
    const names = Array.from({ length: 24 }, (_, index) => `p${index}`);
    const { text } = numberParameters(names.map((name) => `:${name}`).join(' '));
    assert.equal(text, names.map((_, index) => `$${index + 1}`).join(' '));
  });
});

describeDatabases('planNamed', (kind) => {
  it('runs with values in any order, null for what is undefined', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const select = planNamed('select :a::text as a, :b::int as b, :a::text || :c::text as joined');
    const planned = findPlanName('select $1::text as a, $2::int as b, $1::text || $3::text as joined');
    assert.match(planned ?? '', /^confere_/);
    for (let use = 0; use < 3; use += 1) {
      const rows = await select(db, { c: '!', b: use, a: 'x' });
      assert.deepEqual([...rows], [{ a: 'x', b: use, joined: 'x!' }]);
    }
    const [row] = await select(db, { a: 'x', b: undefined, c: null });
    assert.deepEqual(row, { a: 'x', b: null, joined: null });
  });

  it('refuses a value that is missing and one that the statement does not name', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const select = planNamed('select :a::text as a');
    await assert.rejects(select(db, {}), /the parameter a has no value/);
    await assert.rejects(select(db, { a: 'x', b: 1 }), /the statement has no parameter b/);
    await assert.rejects(select(db, { toString: 'x' }), TypeError);
  });
});

const run = async (db: Db | Tx, text: string, parameters: readonly unknown[]) =>
  db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]));

it('a statement is planned under the same name in every process, whatever else is planned there', () => {
  const name = findPlanName(planOnce('select $1::text as text'));
  assert.match(name!, /^confere_[0-9a-f]{32}$/);
  assert.equal(name, findPlanName(planOnce('select $1::text as text')));
  assert.notEqual(name, findPlanName(planOnce('select $1::text as test')));
  assert.equal(findPlanName('select 1'), undefined);
});

describeDatabases('planOnce', (kind) => {
  it('takes and gives values of every type as a statement that is not planned does', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const typed = `select $1::timestamptz as moment, $2::bytea as bytes, $3::jsonb as data, $4::bigint as big,
      $5::numeric as amount, $6::text as nothing, $7::boolean as flag, $8::text[] as list, $9::date as day,
      $10::int as small`;
    const values = [
      new Date('2026-02-28T23:59:59.999Z'),
      Buffer.from([0, 1, 92, 255]),
      JSON.stringify({ name: "O'Neil \\ \u{1f600}", list: [1, null] }),
      Number.MAX_SAFE_INTEGER,
      '1061004829.23',
      null,
      true,
      ['a,b', 'quo"te', '{}'],
      '2024-02-29',
      -1,
    ];
    const plain = await run(db, `${typed} `, values);
    const planned = planOnce(typed);
    for (let use = 0; use < 3; use += 1) {
      assert.deepEqual((await run(db, planned, values)).rows, plain.rows);
    }
    assert.equal((plain.rows[0]!.moment as Date).getTime(), Date.UTC(2026, 1, 28, 23, 59, 59, 999));
  });

  it('gives many rows, none, and how many were changed', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await sql`create table numbers (n int primary key)`.execute(db);
    const insert = planOnce('insert into numbers select generate_series(1, $1::int)');
    assert.equal((await run(db, insert, [2000])).numAffectedRows, 2000n);
    const select = planOnce('select n from numbers where n > $1::int order by n');
    assert.equal((await run(db, select, [500])).rows.length, 1500);
    assert.deepEqual((await run(db, select, [2000])).rows, []);
  });

  it('fails with the error of a statement that is not planned, and what follows is none the worse', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await sql`create table names (name text primary key)`.execute(db);
    const insert = planOnce('insert into names values ($1::text)');
    await run(db, insert, ['one']);
    const same = await run(db, `${insert} `, ['one']).catch((error: unknown) => error as Error);
    assert.ok(same instanceof Error);
    for (let use = 0; use < 2; use += 1) {
      await assert.rejects(run(db, insert, ['one']), { name: same.name, message: same.message });
    }
    await run(db, insert, ['two']);
    await assert.rejects(run(db, planOnce('select $1::text from nowhere'), ['']), { code: '42P01' });
    assert.equal((await run(db, 'select 1 as one', [])).rows.length, 1);
  });

  it('belongs to the transaction it is run in, and outlives one that is rolled back', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await sql`create table names (name text primary key)`.execute(db);
    const insert = planOnce('insert into names values ($1::text) returning name');
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await run(tx, insert, ['one']);
        throw new Error('changed my mind');
      }),
      { message: 'changed my mind' },
    );
    await db.transaction().execute(async (tx) => {
      assert.deepEqual((await run(tx, insert, ['one'])).rows, [{ name: 'one' }]);
      assert.deepEqual((await run(tx, 'select name from names', [])).rows, [{ name: 'one' }]);
    });
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await run(tx, insert, ['two']);
        await run(tx, insert, ['one']);
      }),
    );
    assert.deepEqual((await run(db, 'select name from names', [])).rows, [{ name: 'one' }]);
  });

  it('runs beside statements of others at the same time', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const planned = planOnce('select $1::int as n');
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) => run(db, n % 3 === 0 ? 'select $1::int  as n' : planned, [n])),
    );
    assert.deepEqual(
      all.map(({ rows }) => rows[0]!.n),
      Array.from({ length: 60 }, (_, n) => n),
    );
  });
});
