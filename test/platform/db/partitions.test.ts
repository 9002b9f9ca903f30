import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { makePartitions, type OpenDatabase } from '../../../src/platform/db/index.ts';
import { listPartitions } from '../../../src/platform/db/partitions.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const now = new Date('2030-02-11T12:00:00Z');

/** A table of its own with moments, as a migration leaves it. */
async function makeTable(open: OpenDatabase): Promise<void> {
  await open.execute(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'only added'; end; $$;
    create table things (id integer not null check (id > 0), at timestamptz not null) partition by range (at);
    create index things_at on things (at);
    create trigger things_unchanged before update or delete on things for each row execute function refuse();
    create table things_first partition of things for values from (minvalue) to ('2030-01-01T00:00:00Z');
    create table things_rest partition of things default;
    alter table things_rest add primary key (id);
    create trigger things_kept before truncate on things_rest for each statement execute function refuse()`);
}

async function partitionOf(open: OpenDatabase, id: number): Promise<unknown> {
  return (await open.execute('select tableoid::regclass::text as name from things where id = $1', [id]))
    .rows[0]?.name;
}

describeDatabases('partitions', (kind) => {
  it('are made for the months up to three ahead, once', async (t) => {
    const open = await openTestDatabase(t, kind);
    await makeTable(open);
    const make = async (at: Date) =>
      (await makePartitions(open, at)).filter((name) => name.startsWith('things'));
    const made = await make(now);
    const months = ['2030_01', '2030_02', '2030_03', '2030_04', '2030_05'].map((it) => `things_${it}`);
    assert.deepEqual(made, months);
    assert.deepEqual(await make(now), []);
    assert.deepEqual(await make(new Date('2030-03-01T00:00:00Z')), ['things_2030_06']);
    const table = (await listPartitions(open)).find(({ name }) => name === 'things')!;
    assert.deepEqual([table.key, table.rest, table.idPrefix], ['at', 'things_rest', undefined]);
    assert.equal(table.partitions.at(-1)!.to!.toISOString(), '2030-07-01T00:00:00.000Z');
    assert.equal(table.partitions[0]!.from, undefined);
  });

  it('take the rows of their month out of the rest, and are like it', async (t) => {
    const open = await openTestDatabase(t, kind);
    await makeTable(open);
    await open.execute(
      "insert into things values (1, '2029-05-01'), (2, '2030-01-31T23:59:59.999Z'), (3, '2030-02-01'), (4, '2044-01-01')",
    );
    assert.equal(await partitionOf(open, 3), 'things_rest');
    await makePartitions(open, now);
    const found = await Promise.all([1, 2, 3, 4].map((id) => partitionOf(open, id)));
    assert.deepEqual(found, ['things_first', 'things_2030_01', 'things_2030_02', 'things_rest']);
    // The model's own key, the table's check and both kinds of triggers.
    await assert.rejects(open.execute("insert into things values (3, '2030-02-02')"), /things_2030_02_pkey/);
    await assert.rejects(open.execute("insert into things values (0, '2030-02-02')"), /things_id_check/);
    for (const text of [
      'delete from things where id = 3',
      'truncate things_2030_02',
      'delete from things_rest',
      'truncate things_rest',
    ]) {
      await assert.rejects(open.execute(text), /only added/, text);
    }
  });

  it('are made again when a row of their month comes while they are made', async (t) => {
    const open = await openTestDatabase(t, kind);
    await makeTable(open);
    // What another process writes between the look for rows and the attachment, once: numbers of a sequence stay taken.
    await open.execute(`
      create sequence tries;
      create function write_row() returns event_trigger language plpgsql as $$ begin
        if current_query() like '%attach partition "things_2030_02"%' and nextval('tries') = 1 then
          insert into things values (7, '2030-02-01');
        end if;
      end; $$;
      create event trigger write_row on ddl_command_start when tag in ('ALTER TABLE') execute function write_row()`);
    await makePartitions(open, now);
    assert.equal((await open.execute('select last_value::int as tries from tries')).rows[0]?.tries, 2);
    await open.execute("insert into things values (8, '2030-02-01')");
    assert.equal(await partitionOf(open, 8), 'things_2030_02');
  });

  it('of identifiers begin with the moment in them', async (t) => {
    const open = await openTestDatabase(t, kind);
    const { db } = open;
    const idAt = (moment: string) => `thg_${new Date(moment).getTime().toString(16).padStart(12, '0')}7abc`;
    await open.execute(`
      create table things (id text primary key) partition by range (id);
      create table things_first partition of things for values from (minvalue) to ('${idAt('2030-02-01').slice(0, 16)}');
      create table things_rest partition of things default`);
    await makePartitions(open, now);
    const moments = ['2030-01-31T23:59:59.999Z', '2030-02-01T00:00:00Z', '2030-05-31T23:59:59.999Z'];
    for (const moment of [...moments, '2030-06-01T00:00:00Z']) {
      await sql`insert into things values (${idAt(moment)})`.execute(db);
    }
    const { rows } = await open.execute('select tableoid::regclass::text as name from things order by id');
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['things_first', 'things_2030_02', 'things_2030_05', 'things_rest'],
    );
  });

  if (kind === 'postgres') {
    it('are not waited for behind somebody who holds the table, and nobody waits behind', async (t) => {
      const open = await openTestDatabase(t, kind);
      if (open.kind !== 'postgres') return;
      await makeTable(open);
      const holder = await open.pool.connect();
      await holder.query('begin; lock table things in share row exclusive mode');
      await assert.rejects(makePartitions(open, now), { code: 'database_timeout' });
      assert.equal((await open.execute('select count(*)::int as count from things')).rows[0]?.count, 0);
      await holder.query('commit');
      holder.release();
      assert.ok((await makePartitions(open, now)).includes('things_2030_05'));
    });
  }
});
