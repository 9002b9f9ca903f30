import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import {
  type AuditEvent,
  appendAuditEvent,
  beginAudit,
  createAuditLog,
  placedEventSql,
  verifyAudit,
} from '../../../src/platform/audit/index.ts';
import { type Db, makePartitions, planNamed } from '../../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase, type TestScope } from '../../support/database.ts';

const key = randomBytes(32);
const hour = 3_600_000;
const read: AuditEvent = { actor: { kind: 'operator' }, action: 'person.read', outcome: 'done' };

type Statement = ReturnType<typeof sql>;

/** A log that two processes write, of which one goes on. */
async function openLog(t: TestScope, kind: 'embedded' | 'postgres') {
  const open = await openTestDatabase(t, kind);
  const { db } = open;
  const today = new Date();
  const time = { at: new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 10)) };
  const clock = { now: () => time.at };
  await makePartitions(open, time.at);
  await beginAudit(db, key, { at: time.at, countClients: async () => 0 });
  const start = () => createAuditLog({ db, key, clock });
  const write = async (log: ReturnType<typeof start>, count: number) => {
    const targets = Array.from({ length: count }, (_, index) => `per_${index}`);
    await Promise.all(targets.map((target) => log.record({ ...read, target })));
  };
  const chainOf = async (target: string) => {
    const { rows } = await sql<{ chain: string }>`select chain from audit_events where target = ${target}
      order by chain desc`.execute(db);
    return rows[0]!.chain;
  };
  const old = start();
  await write(old, 20);
  const chain = await chainOf('per_0');
  return {
    db,
    at: time.at,
    old,
    chain,
    write,
    start,
    chainOf,
    /** The faults by chain: `victim` is the chain of the first process, `acts` that of the transactions. */
    async faults() {
      const { faults } = await verifyAudit(db, key, { mustHaveBegun: true });
      const names = new Map([
        [chain, 'victim'],
        ['chain-transactions', 'acts'],
      ]);
      return faults.map((it) => `${names.get(it.chain) ?? it.chain} ${it.sequence} ${it.fault}`);
    },
    pass: (ms: number) => {
      time.at = new Date(time.at.getTime() + ms);
    },
  };
}

/** What somebody could do who may write to the database as its owner. */
async function tamper(db: Db, ...statements: readonly Statement[]) {
  const tables = ['audit_events', 'audit_anchors'].map((name) => sql.table(name));
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(db);
  for (const statement of statements) await statement.execute(db);
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(db);
}

/** Takes the events of a chain behind a place out, with every sign of them that the tables have. */
const cut = (chain: string, after: number): Statement[] => [
  sql`delete from audit_events where chain = ${chain} and sequence > ${after}`,
  sql`update audit_chains set last_sequence = ${after}, last_hash =
    (select hash from audit_events where chain = ${chain} and sequence = ${after}) where chain = ${chain}`,
];

describeDatabases('the audit log and somebody who may write to the database:', (kind) => {
  it('a chain that a note has named cannot be cut short', async (t) => {
    const { db, chain, write, start, faults } = await openLog(t, kind);
    await write(start(), 1);
    assert.deepEqual(await faults(), []);
    await tamper(db, ...cut(chain, 14));
    assert.deepEqual(await faults(), ['victim 21 cut_short']);
  });

  it('no chain can be kept from a note: each must name every chain begun before it', async (t) => {
    const hide: [string, (chain: string) => Statement][] = [
      [
        'says that it is closed',
        (chain) => sql`update audit_chains set is_closed = true where chain = ${chain}`,
      ],
      ['takes its head away', (chain) => sql`delete from audit_chains where chain = ${chain}`],
      [
        'gives its head another name',
        (chain) => sql`update audit_chains set chain = 'chain-0' where chain = ${chain}`,
      ],
    ];
    for (const [how, statement] of hide) {
      const { db, chain, write, start, faults } = await openLog(t, kind);
      await sql`create table kept as select * from audit_chains where chain = ${chain}`.execute(db);
      await statement(chain).execute(db);
      await write(start(), 1);
      await sql`delete from audit_chains where chain in ('chain-0', ${chain})`.execute(db);
      await sql`insert into audit_chains select * from kept`.execute(db);
      await tamper(db, ...cut(chain, 14));
      assert.ok((await faults()).includes('victim 0 hidden'), how);
    }
  });

  it('no chain can be taken out whole, not even before a note of another', async (t) => {
    const { db, chain, write, start, faults } = await openLog(t, kind);
    await tamper(
      db,
      sql`delete from audit_events where chain = ${chain}`,
      sql`delete from audit_chains where chain = ${chain}`,
    );
    await write(start(), 1);
    assert.deepEqual(await faults(), ['victim 0 hidden']);
  });

  it('no note can be taken out: the chain that asked for it names it', async (t) => {
    const { db, faults } = await openLog(t, kind);
    await tamper(db, ...cut('chain-transactions', 1));
    assert.deepEqual(await faults(), ['acts 2 cut_short']);
    await db.transaction().execute((tx) => appendAuditEvent(tx, key, read, new Date()));
    assert.deepEqual(await faults(), ['acts 2 cut_short'], 'another event takes the place');
  });

  it('a chain cannot be cut while its process lives: the next event goes to a new one, whose note knows better', async (t) => {
    for (const cutting of [
      (chain: string) => cut(chain, 14),
      (chain: string) => [
        sql`delete from audit_events where chain = ${chain}`,
        sql`delete from audit_chains where chain = ${chain}`,
      ],
    ]) {
      const { db, old, chain, write, faults } = await openLog(t, kind);
      await tamper(db, ...cutting(chain));
      await write(old, 1);
      assert.ok((await faults()).includes('victim 21 cut_short'));
    }
  });

  it('nor can a chain of statements', async (t) => {
    const { db, old, faults, chainOf } = await openLog(t, kind);
    const store = planNamed<never>(`with made as (select 1 as made), ${placedEventSql('made')} select 1`);
    const place = async (target: string) => {
      for (;;) {
        const placed = old.place({ ...read, target });
        if (placed !== undefined) return placed;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    for (const target of ['att_1', 'att_2', 'att_3']) {
      const placed = await place(target);
      await store(db, placed.values);
      placed.settle('written');
    }
    const chain = await chainOf('att_1');
    await tamper(db, ...cut(chain, 2));
    const refused = await place('att_4');
    await assert.rejects(store(db, refused.values));
    refused.settle('unknown');
    await place('att_4');
    assert.deepEqual(await faults(), [`${chain} 4 cut_short`]);
  });

  it('only what no note has named can be cut, once its process has ended; a note comes every hour', async (t) => {
    const { db, old, chain, write, faults, pass } = await openLog(t, kind);
    pass(hour);
    await write(old, 2);
    await tamper(db, ...cut(chain, 22));
    assert.deepEqual(await faults(), [], 'the last event, which was not named');
    await tamper(db, ...cut(chain, 20));
    assert.deepEqual(await faults(), ['victim 21 cut_short']);
  });

  it('a chain that is made to look old is closed, and its process begins another', async (t) => {
    const { db, old, chain, write, start, faults, chainOf } = await openLog(t, kind);
    await sql`update audit_chains set last_at = last_at - interval '1 year' where chain = ${chain}`.execute(
      db,
    );
    await write(start(), 1);
    await write(old, 20);
    assert.deepEqual(await faults(), []);
    assert.notEqual(await chainOf('per_19'), chain);
    await tamper(db, ...cut(chain, 14));
    assert.deepEqual(await faults(), ['victim 21 cut_short']);
  });

  it('no event can be given the place of another', async (t) => {
    const columns = sql.raw(
      'actor_kind, actor_id, action, target, subjects, purpose, source, outcome, request_id, detail, hash',
    );
    const invent = (at: Date, sequence: number, month: number) => sql`insert into audit_events
      (chain, sequence, at, ${columns}) select chain, ${sequence}::bigint,
      at + make_interval(months => ${month}::int), ${columns}
      from audit_events where target = 'per_7' and at = ${at}`;
    // The event of per_7 is the ninth of its chain.
    for (const month of [-1, 1]) {
      const { db, at, faults, start, write } = await openLog(t, kind);
      await invent(at, 9, month).execute(db);
      const expected = month < 0 ? ['victim 9 altered', 'victim 9 repeated'] : ['victim 9 repeated'];
      assert.deepEqual(await faults(), expected);
      await invent(at, 4, month).execute(db);
      await invent(at, 21, month).execute(db);
      assert.ok((await faults()).includes('victim 4 repeated'));
      assert.ok((await faults()).includes('victim 21 repeated'));
      await write(start(), 1);
      assert.ok((await faults()).every((fault) => /^victim (4|9|21) /.test(fault)));
    }
    const { db, at, faults } = await openLog(t, kind);
    await invent(at, 22, 1).execute(db);
    assert.deepEqual(await faults(), ['victim 22 altered']);
    await tamper(db, sql`alter table audit_events drop constraint if exists audit_events_sequence_check`);
    await invent(at, 0, 1).execute(db);
    assert.ok((await faults()).includes('victim 0 repeated'));
  });

  it('not even where the key of the month was taken away', async (t) => {
    const { db, chain, faults } = await openLog(t, kind);
    const { rows } = await sql<{ name: string }>`select distinct tableoid::regclass::text as name
      from audit_events where chain = ${chain}`.execute(db);
    for (const { name } of rows)
      await sql`alter table ${sql.table(name)} drop constraint ${sql.id(`${name}_pkey`)}`.execute(db);
    // So many with one place and one time that a page ends among them.
    await sql`insert into audit_events select event.* from audit_events as event, generate_series(1, 700)
      where target = 'per_7'`.execute(db);
    assert.ok((await faults()).some((fault) => fault.startsWith('victim') && fault.endsWith('repeated')));
  });

  it('no event can be kept from being stored', async (t) => {
    const { db, old, write, faults } = await openLog(t, kind);
    await sql`create function ignore_event() returns trigger language plpgsql as 'begin return null; end'`.execute(
      db,
    );
    await sql`create trigger ignored before insert on audit_events for each row
      execute function ignore_event()`.execute(db);
    await write(old, 1);
    await sql`drop trigger ignored on audit_events`.execute(db);
    assert.deepEqual(await faults(), ['victim 22 head_wrong']);
    await write(old, 1);
    assert.deepEqual(await faults(), ['victim 22 missing']);
  });

  it('only the whole database can be put back to an older state', async (t) => {
    const { db, old, write, faults } = await openLog(t, kind);
    const tables = ['audit_events', 'audit_chains'].map((name) => sql.table(name));
    const kept = ['kept_events', 'kept_chains'].map((name) => sql.table(name));
    for (const [at, table] of tables.entries())
      await sql`create table ${kept[at]!} as select * from ${table}`.execute(db);
    await write(old, 5);
    await tamper(
      db,
      ...tables.map((table) => sql`delete from ${table}`),
      ...tables.map((table, at) => sql`insert into ${table} select * from ${kept[at]!}`),
    );
    assert.deepEqual(await faults(), []);
    await write(old, 1);
    assert.deepEqual(await faults(), ['victim 26 cut_short'], 'a process that lives remembers');
  });
});
