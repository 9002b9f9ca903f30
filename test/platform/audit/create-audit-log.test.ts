import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import {
  type AuditDetail,
  AuditError,
  type AuditEvent,
  appendAuditEvent,
  beginAudit,
  createAuditLog,
  listEvents,
  verifyAudit,
} from '../../../src/platform/audit/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const key = randomBytes(32);

const readOf = (index: number): AuditEvent => ({
  actor: { kind: 'client', id: 'cli_1' },
  action: 'person.read',
  target: `per_${index}`,
  purpose: 'a loan',
  source: '192.0.2.7',
  outcome: index % 5 === 0 ? 'profile_not_found' : 'done',
  requestId: `request-${index}`,
  detail: { nested: { b: [1, null, 'x'], a: 'é' }, count: index },
});

async function write(db: Db, count: number) {
  const log = createAuditLog({ db, key, clock: systemClock });
  await Promise.all(Array.from({ length: count }, (_, index) => log.record(readOf(index))));
  return log;
}

/** What somebody could do who may write to the database as its owner. */
async function tamper(db: Db, statement: ReturnType<typeof sql>) {
  await sql`alter table audit_events disable trigger user`.execute(db);
  await statement.execute(db);
  await sql`alter table audit_events enable trigger user`.execute(db);
}

describeDatabases('audit log', (kind) => {
  it('keeps events in order, whole, and finds them again', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await write(db, 1_200);
    assert.deepEqual(await verifyAudit(db, key), { events: 1_202, chains: 2, anchors: 1, faults: [] });
    const found = await listEvents(db, { target: 'per_7' }, { limit: 10 });
    assert.equal(found.length, 1);
    const { chain, sequence, at, hash, previousHashes, ...event } = found[0]!;
    assert.deepEqual(event, readOf(7));
    assert.equal(previousHashes.length, 1);
    assert.equal(hash.length, 32);

    const seen = new Set<string>();
    let after: Parameters<typeof listEvents>[2]['after'];
    for (;;) {
      const page = await listEvents(db, { actorId: 'cli_1' }, { after, limit: 250 });
      for (const it of page) seen.add(it.target!);
      after = page.at(-1);
      if (page.length < 250) break;
    }
    assert.equal(seen.size, 1_200);
  });

  it('refuses a change of an event, and taking one out', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await write(db, 3);
    for (const statement of [
      sql`update audit_events set outcome = 'done'`,
      sql`delete from audit_events where sequence = 2`,
      sql`truncate audit_events`,
    ]) {
      await assert.rejects(statement.execute(db), /only added/);
    }
  });

  it('shows any altered, moved, removed or added event', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await write(db, 9);
    const faultsAfter = async (statement: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
      await tamper(db, statement);
      const { faults } = await verifyAudit(db, key);
      await tamper(db, undo);
      assert.deepEqual((await verifyAudit(db, key)).faults, []);
      return faults.map(({ sequence, fault }) => `${sequence} ${fault}`);
    };
    const columns: [string, string, string][] = [
      ['outcome', "'done'", "'profile_not_found'"],
      ['target', "'per_9'", "'per_5'"],
      ['actor_id', "'cli_2'", "'cli_1'"],
      ['at', "at + interval '1 ms'", "at - interval '1 ms'"],
      ['purpose', 'null', "'a loan'"],
    ];
    for (const [column, value, before] of columns) {
      const set = (to: string) => sql.raw(`update audit_events set ${column} = ${to} where sequence = 7`);
      assert.deepEqual(await faultsAfter(set(value), set(before)), ['7 altered'], column);
    }
    await tamper(db, sql`create table kept as select * from audit_events where sequence = 4`);
    assert.deepEqual(
      await faultsAfter(
        sql`delete from audit_events where sequence = 4`,
        sql`insert into audit_events select * from kept`,
      ),
      ['4 missing'],
    );
    await tamper(db, sql`drop table kept; `);
    await tamper(db, sql`delete from audit_events where sequence = 10`);
    assert.deepEqual(
      (await verifyAudit(db, key)).faults.map((it) => it.fault),
      ['head_wrong'],
    );
  });

  it('shows a chain that was cut short together with its head, or taken out, once another has noted it', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await write(db, 9);
    // Chains are told apart by when they began.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await write(db, 1);
    await second.close();
    const [first] = (await sql<{ chain: string }>`select chain from audit_chains order by chain`.execute(db))
      .rows;
    assert.ok(first);
    await tamper(db, sql`delete from audit_events where chain = ${first.chain} and sequence > 8`);
    await sql`update audit_chains set last_sequence = 8, last_hash =
      (select hash from audit_events where chain = ${first.chain} and sequence = 8)
      where chain = ${first.chain}`.execute(db);
    assert.deepEqual((await verifyAudit(db, key)).faults, [
      { chain: first.chain, sequence: 10, fault: 'cut_short' },
    ]);
    await tamper(db, sql`delete from audit_events where chain = ${first.chain}`);
    await sql`delete from audit_chains where chain = ${first.chain}`.execute(db);
    assert.deepEqual((await verifyAudit(db, key)).faults, [
      { chain: first.chain, sequence: 10, fault: 'cut_short' },
    ]);
  });

  it('needs its key to make a hash that fits', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    await write(db, 2);
    const { faults } = await verifyAudit(db, randomBytes(32));
    assert.deepEqual(
      faults.map((it) => it.fault),
      ['altered', 'altered', 'altered', 'altered'],
    );
  });

  it('writes an event in the transaction of what it records, or neither', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const act: AuditEvent = { actor: { kind: 'operator' }, action: 'client.revoke', outcome: 'done' };
    await db.transaction().execute((tx) => appendAuditEvent(tx, key, act, new Date()));
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await appendAuditEvent(tx, key, { ...act, action: 'client.create' }, new Date());
        throw new Error('changed my mind');
      }),
    );
    await db.transaction().execute((tx) => appendAuditEvent(tx, key, act, new Date()));
    assert.deepEqual(await verifyAudit(db, key), { events: 2, chains: 1, anchors: 0, faults: [] });
    const actions = (await listEvents(db, {}, { limit: 9 })).map((it) => it.action);
    assert.deepEqual(actions, ['client.revoke', 'client.revoke']);
  });

  it('rejects what it could not store, and goes on in a new chain', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = await write(db, 2);
    await sql`alter table audit_events rename to away`.execute(db);
    await assert.rejects(log.record(readOf(1)), (error) => {
      return error instanceof AuditError && error.code === 'audit_unavailable';
    });
    await sql`alter table away rename to audit_events`.execute(db);
    await log.record(readOf(2));
    const { chains, faults, events } = await verifyAudit(db, key);
    assert.deepEqual({ chains, faults, events }, { chains: 3, faults: [], events: 7 });
  });

  it('holds what is stored: a value that JSON changes is hashed as the database gives it back', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    const detail = { until: new Date(), absent: undefined, list: [undefined, -0] } as unknown as AuditDetail;
    await log.record({ ...readOf(1), detail });
    assert.deepEqual((await verifyAudit(db, key)).faults, []);
  });

  it('that was emptied is not whole, whatever else was emptied with it', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const begin = (clients: number) =>
      beginAudit(db, key, { at: new Date(), countClients: async () => clients });
    const faultsOf = async () =>
      (await verifyAudit(db, key, { mustHaveBegun: true })).faults.map((it) => it.fault);
    await Promise.all([begin(0), begin(0), begin(0)]);
    assert.deepEqual(await verifyAudit(db, key, { mustHaveBegun: true }), {
      events: 1,
      chains: 1,
      anchors: 1,
      faults: [],
    });
    await write(db, 3);
    assert.deepEqual(await faultsOf(), []);

    await tamper(db, sql`delete from audit_events`);
    await sql`delete from audit_chains`.execute(db);
    assert.deepEqual(await faultsOf(), ['beginning_missing']);
    await begin(2);
    assert.deepEqual(await faultsOf(), ['beginning_missing'], 'a start does not begin it again');
    await write(db, 1);
    assert.deepEqual(await faultsOf(), ['beginning_missing'], 'nor do new events');

    await sql`delete from audit_beginnings`.execute(db);
    assert.deepEqual(await faultsOf(), ['beginning_missing']);
    await tamper(db, sql`delete from audit_events`);
    await sql`delete from audit_chains`.execute(db);
    await begin(2);
    assert.deepEqual(await faultsOf(), ['begun_late'], 'clients are older than the log');
  });

  it('finds events by the people they are about, and by their id as the target', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    await log.record({ ...readOf(1), target: 'att_1', subjects: ['per_1', 'per_2'] });
    await log.record({ ...readOf(2), target: 'per_1' });
    await log.record({ ...readOf(3), target: 'att_2', subjects: ['per_3'] });
    const targetsOf = async (...people: string[]) =>
      (await listEvents(db, { people }, { limit: 9 })).map((event) => event.target).sort();
    assert.deepEqual(await targetsOf('per_1'), ['att_1', 'per_1']);
    assert.deepEqual(await targetsOf('per_2', 'per_3'), ['att_1', 'att_2']);
    assert.deepEqual(await targetsOf(), []);
    assert.deepEqual((await verifyAudit(db, key)).faults, []);
    await tamper(db, sql`update audit_events set subjects = '{per_9}' where subjects = '{per_3}'`);
    assert.deepEqual(
      (await verifyAudit(db, key)).faults.map((it) => it.fault),
      ['altered'],
    );
  });
});
