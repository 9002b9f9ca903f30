import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sealedTables } from '../../src/app.ts';
import { openTestDatabase } from '../support/database.ts';

it('every table that holds wrapped keys is one that the rotation of keys knows', async (t) => {
  const { db } = await openTestDatabase(t);
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where column_name = 'wrapped_key' and table_schema = 'public' and table_name <> 'master_key_checks'
    order by table_name`.execute(db);
  assert.deepEqual(
    sealedTables.map((it) => it.table).sort(),
    rows.map((row) => row.table_name),
  );
});

it('and its id column is its primary key', async (t) => {
  const { db } = await openTestDatabase(t);
  for (const { table, idColumn } of sealedTables) {
    const { rows } = await sql<{ column_name: string }>`
      select a.attname as column_name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary`.execute(db);
    assert.deepEqual(
      rows.map((row) => row.column_name),
      [idColumn],
      table,
    );
  }
});
