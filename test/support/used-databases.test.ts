import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import { openTestDatabase } from './database.ts';

describe('a database that an earlier test used', () => {
  let first: readonly unknown[];
  const definitions = async (open: OpenDatabase) =>
    (await open.execute('select definition from query_template_versions order by template_id')).rows;
  const count = async (open: OpenDatabase, table: string) =>
    (await open.execute(`select count(*)::int as count from ${table}`)).rows[0]!.count;
  it('begins as the migrations leave it', async (t) => {
    const open = await openTestDatabase(t);
    first = await definitions(open);
    assert.ok(first.length > 0 && JSON.stringify(first).includes('&&'));
    await open.execute('delete from query_template_versions');
    await open.execute('update event_head set last_position = 7');
    await open.execute(`
      insert into jobs (name, has_one_waiting, has_one_running, data, retries_left)
      values ('x', false, false, '{}', 0)`);
    assert.equal(await count(open, 'jobs'), 1);
  });

  it('has the first rows again, byte for byte, and none that was written', async (t) => {
    const open = await openTestDatabase(t);
    assert.deepEqual(await definitions(open), first);
    assert.deepEqual((await open.execute('select last_position from event_head')).rows, [
      { last_position: 0 },
    ]);
    assert.equal(await count(open, 'jobs'), 0);
    await open.execute('alter table jobs add column left_behind text');
  });

  it('is not the one whose tables a test has altered', async (t) => {
    const open = await openTestDatabase(t);
    await assert.rejects(open.execute('select left_behind from jobs'));
    assert.deepEqual(await definitions(open), first);
  });
});
