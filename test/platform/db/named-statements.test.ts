import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberParameters, planNamed } from '../../../src/platform/db/named-statements.ts';
import { findPlanName } from '../../../src/platform/db/planned-statements.ts';
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
