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
      and not exists (select from pg_class where oid = table_name::regclass and relispartition)
    order by table_name`.execute(db);
  assert.deepEqual(
    sealedTables.map((it) => it.table).sort(),
    rows.map((row) => row.table_name),
  );
});

it('and its id column is its primary key, or that of each of its months', async (t) => {
  const { db } = await openTestDatabase(t);
  for (const { table, idColumn } of sealedTables) {
    const { rows } = await sql<{ column_name: string }>`
      select distinct a.attname as column_name from pg_class c
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where c.relkind = 'r' and (c.oid = ${table}::regclass
        or c.oid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass))`.execute(db);
    assert.deepEqual(
      rows.map((row) => row.column_name),
      [idColumn],
      table,
    );
  }
});
