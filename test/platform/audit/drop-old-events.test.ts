import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import {
  type AuditEvent,
  beginAudit,
  countEvents as countHeads,
  createAuditLog,
  dropOldEvents,
  findEndOfDropped,
  isProvenEvent,
  readLinkedEvents,
  verifyAudit,
} from '../../../src/platform/audit/index.ts';
import { type Db, makePartitions, type OpenDatabase } from '../../../src/platform/db/index.ts';
import { listPartitions } from '../../../src/platform/db/partitions.ts';
import { describeDatabases, openTestDatabase, type TestScope } from '../../support/database.ts';

const key = randomBytes(32);
const today = new Date();

/** A moment of a month, counted from this one. */
const inMonth = (month: number, day = 10) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, day));

const read: AuditEvent = { actor: { kind: 'operator' }, action: 'person.read', outcome: 'done' };

/** A log that goes through four months: one chain through all of them, two of single months. */
async function fill(t: TestScope, kind: 'embedded' | 'postgres') {
  const open = await openTestDatabase(t, kind);
  const { db } = open;
  await makePartitions(open, today);
  const time = { at: inMonth(0) };
  const clock = { now: () => time.at };
  await beginAudit(db, key, { at: time.at, countClients: async () => 0 });
  const long = createAuditLog({ db, key, clock });
  // The clock goes back over the end of the first month: its events are no beginning of the chain.
  for (const at of [inMonth(0), inMonth(1, 1), inMonth(0, 28), inMonth(1), inMonth(2), inMonth(3)]) {
    time.at = at;
    await long.record(read);
    if (at === time.at && at.getUTCDate() === 10) {
      const short = createAuditLog({ db, key, clock });
      await short.record(read);
      await short.record(read);
    }
  }
  const drop = (month: number) => dropOldEvents({ database: open, key, clock }, inMonth(month, 1));
  return { open, db, drop, long };
}

async function countEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_events`.execute(db);
  return rows[0]!.count;
}

async function listNames(open: OpenDatabase): Promise<readonly string[]> {
  const table = (await listPartitions(open)).find(({ name }) => name === 'audit_events')!;
  return table.partitions.map(({ name }) => name);
}

/** What somebody could do who may write to the database as its owner. */
async function tamper(db: Db, ...statements: readonly ReturnType<typeof sql>[]) {
  const tables = ['audit_events', 'audit_anchors'].map((name) => sql.table(name));
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(db);
  for (const statement of statements) await statement.execute(db);
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(db);
}

describeDatabases('months of the audit log that are dropped', (kind) => {
  it('leave anchors, and the rest is proven, also after later drops', async (t) => {
    const { open, db, drop, long } = await fill(t, kind);
    const whole = await verifyAudit(db, key, { mustHaveBegun: true });
    assert.deepEqual(whole.faults, []);
    assert.equal(whole.dropped, undefined);
    assert.deepEqual(await drop(0), ['audit_events_first']);
    const before = await listNames(open);
    const gone = await drop(1);
    assert.deepEqual(gone, before.slice(0, 1));
    assert.deepEqual(await listNames(open), before.slice(1));
    const first = await verifyAudit(db, key, { mustHaveBegun: true });
    assert.deepEqual(first.faults, []);
    assert.ok(first.dropped! > 0);
    // Each drop is an event.
    assert.equal(first.events + first.dropped!, whole.events + 2);
    assert.equal(await countEvents(db), first.events);

    await long.record(read);
    assert.equal((await drop(3)).length, 2);
    assert.deepEqual(await drop(3), []);
    const second = await verifyAudit(db, key, { mustHaveBegun: true });
    assert.deepEqual(second.faults, []);
    assert.equal(second.events + second.dropped!, whole.events + 1 + 4);
    await long.record(read);
    assert.deepEqual((await verifyAudit(db, key, { mustHaveBegun: true })).faults, []);
    assert.equal(await countHeads(db), await countEvents(db));
    // Each event can still be verified alone, also one behind a dropped stretch.
    const linked = await readLinkedEvents(db, {}, { after: undefined, limit: 1_000 });
    assert.equal(linked.length, await countEvents(db));
    for (const event of linked) assert.ok(isProvenEvent(key, event, event.previousHashes));
    assert.deepEqual(await findEndOfDropped(db), inMonth(3, 1));
  });

  it('are missed when an anchor is taken away, altered, made up, or all are', async (t) => {
    const { db, drop } = await fill(t, kind);
    await drop(2);
    const sound = await verifyAudit(db, key, { mustHaveBegun: true });
    assert.deepEqual(sound.faults, []);
    await sql`create table kept as select * from audit_anchors`.execute(db);
    await sql`create table chains as select * from audit_chains`.execute(db);
    const faultsAfter = async (...statements: ReturnType<typeof sql>[]) => {
      await tamper(db, ...statements);
      const { faults } = await verifyAudit(db, key, { mustHaveBegun: true });
      await tamper(
        db,
        sql`delete from audit_anchors`,
        sql`insert into audit_anchors select * from kept`,
        sql`insert into audit_chains select * from chains on conflict do nothing`,
      );
      assert.deepEqual((await verifyAudit(db, key, { mustHaveBegun: true })).faults, []);
      return new Set(faults.map(({ fault }) => fault));
    };
    const one = sql`(chain, first_sequence) = (select chain, first_sequence from kept where chain like 'chain-0%'
      order by chain, first_sequence limit 1)`;
    const removed = await faultsAfter(sql`delete from audit_anchors where ${one}`);
    assert.ok(removed.has('missing') && removed.has('anchors_changed'), [...removed].join());
    for (const change of [
      sql`last_sequence = last_sequence + 1`,
      sql`previous_hash = sha256('x')`,
      sql`last_hash = sha256('x')`,
      sql`until = until + interval '1 day'`,
      sql`proof = sha256('x')`,
    ]) {
      const faults = await faultsAfter(sql`update audit_anchors set ${change} where ${one}`);
      assert.ok(faults.has('anchor_wrong'), change.toString());
    }
    const madeUp = await faultsAfter(
      sql`insert into audit_anchors select 'chain-x', 1, 9, previous_hash, last_hash, until, proof from kept limit 1`,
    );
    assert.ok(madeUp.has('anchor_wrong') && madeUp.has('anchors_changed') && madeUp.has('head_wrong'));
    assert.ok((await faultsAfter(sql`delete from audit_anchors`)).has('anchors_changed'));
    // Together with all that is left of the chain: only the event of the drop knows better.
    const short = sql`(select chain from kept where chain like 'chain-0%' and not exists
      (select from audit_events where audit_events.chain = kept.chain) limit 1)`;
    const forgotten = await faultsAfter(
      sql`delete from audit_chains where chain = ${short}`,
      sql`delete from audit_anchors where chain = ${short}`,
    );
    assert.ok(forgotten.has('anchors_changed'), [...forgotten].join());
  });

  it('may not be given events again, and anchors are only added', async (t) => {
    const { db, drop } = await fill(t, kind);
    await sql`create table kept as select * from audit_events`.execute(db);
    await drop(1);
    for (const statement of [
      sql`update audit_anchors set last_sequence = 99`,
      sql`delete from audit_anchors`,
      sql`truncate audit_anchors`,
    ]) {
      await assert.rejects(statement.execute(db), /only added/);
    }
    await sql`insert into audit_events select * from kept where at < ${inMonth(1, 1)}
      order by chain, sequence limit 1`.execute(db);
    const { faults } = await verifyAudit(db, key, { mustHaveBegun: true });
    assert.deepEqual(
      faults.map(({ fault }) => fault),
      ['repeated'],
    );
  });

  it('stay while the log is not whole: they are the evidence', async (t) => {
    const { open, db, drop } = await fill(t, kind);
    await tamper(db, sql`update audit_events set outcome = 'x' where chain like 'chain-0%' and sequence = 1`);
    const names = await listNames(open);
    const count = await countEvents(db);
    await assert.rejects(drop(2), { code: 'audit_broken' });
    assert.deepEqual(await listNames(open), names);
    assert.equal(await countEvents(db), count);
  });
});
