import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AuditEvent,
  type AuditLog,
  createAuditLog,
  listEvents,
  type PlacedEvent,
  placedEventSql,
  verifyAudit,
} from '../../../src/platform/audit/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type Db, planNamed } from '../../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const key = randomBytes(32);

const eventOf = (target: string): AuditEvent => ({
  actor: { kind: 'client', id: 'cli_1' },
  action: 'face.authenticate',
  target,
  subjects: ['per_1', 'per_2'],
  purpose: 'a loan',
  source: '192.0.2.0/24',
  outcome: 'done',
  requestId: `request-${target}`,
  detail: { outcome: 'reference_replayed', nested: { b: [1, null, 'x'], a: 'é' } },
});

const store = planNamed<{ readonly is_made: boolean }>(`with
  made as (select 1 as made where :isMade::boolean), ${placedEventSql('made')}
  select exists (select from made) as is_made`);

const write = (db: Db, { values }: PlacedEvent, isMade = true) => store(db, { ...values, isMade });

/** A place for an event, once a chain is free. */
async function placeSoon(log: AuditLog, event: AuditEvent): Promise<PlacedEvent> {
  for (;;) {
    const placed = log.place(event);
    if (placed !== undefined) return placed;
    await delay(5);
  }
}

describeDatabases('an audit event in the statement of what it records', (kind) => {
  it('stands whole behind the note of the other chains, and is proved', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    assert.equal(log.place(eventOf('att_0')), undefined, 'no chain has been made');
    for (const target of ['att_1', 'att_2', 'att_3']) {
      const placed = await placeSoon(log, eventOf(target));
      assert.equal((await write(db, placed))[0]!.is_made, true);
      placed.settle('written');
    }
    const [found] = await listEvents(db, { target: 'att_2' }, { limit: 2 });
    const { chain, sequence, at, hash, previousHashes, ...event } = found!;
    assert.deepEqual(event, eventOf('att_2'));
    assert.equal(previousHashes.length, 1);
    assert.equal(sequence, 3, 'behind the note and the one before');
    assert.deepEqual(await verifyAudit(db, key), { events: 5, chains: 2, anchors: 1, faults: [] });
  });

  it('leaves its place to the next when the statement made nothing', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    const first = await placeSoon(log, eventOf('att_1'));
    assert.equal((await write(db, first, false))[0]!.is_made, false);
    first.settle('unwritten');
    const second = log.place(eventOf('att_2'))!;
    assert.equal(second.values.auditSequence, first.values.auditSequence);
    assert.equal(second.values.auditChain, first.values.auditChain);
    await write(db, second);
    second.settle('written');
    assert.deepEqual(await verifyAudit(db, key), { events: 3, chains: 2, anchors: 1, faults: [] });
  });

  it('ends its chain when nobody knows what was written', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    const chains: unknown[] = [];
    for (const isMade of [true, false]) {
      const placed = await placeSoon(log, eventOf('att_1'));
      chains.push(placed.values.auditChain);
      await write(db, placed, isMade);
      placed.settle('unknown');
      assert.equal(log.place(eventOf('att_1')), undefined);
    }
    const last = await placeSoon(log, eventOf('att_2'));
    assert.ok(!chains.includes(last.values.auditChain));
    await write(db, last);
    last.settle('written');
    await log.close();
    const { faults, events } = await verifyAudit(db, key);
    assert.deepEqual([faults, events], [[], 8]);
  });

  it('fails with its statement when the chain has gone on without it', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    const placed = await placeSoon(log, eventOf('att_1'));
    await write(db, placed);
    await assert.rejects(write(db, placed), /null value in column "sequence"/);
    assert.deepEqual(await verifyAudit(db, key), { events: 3, chains: 2, anchors: 1, faults: [] });
  });

  it('has a chain of its own while others are written, of eight at most', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const log = createAuditLog({ db, key, clock: systemClock });
    const placed: PlacedEvent[] = [];
    for (let count = 0; count < 8; count += 1) placed.push(await placeSoon(log, eventOf(`att_${count}`)));
    assert.equal(new Set(placed.map(({ values }) => values.auditChain)).size, 8);
    await delay(50);
    assert.equal(log.place(eventOf('att_8')), undefined);
    await Promise.all(placed.map((one) => write(db, one)));
    for (const one of placed) one.settle('written');
    assert.notEqual(log.place(eventOf('att_8')), undefined);
    const { events, chains, faults } = await verifyAudit(db, key);
    assert.deepEqual({ events, chains, faults }, { events: 24, chains: 9, faults: [] });
  });

  it('gets its chain later when the database was away, however often', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    let failures = 20;
    const away: Db = new Proxy(db, {
      get(target, name) {
        if (name !== 'transaction' || failures === 0) return Reflect.get(target, name).bind(target);
        failures -= 1;
        return () => ({ execute: () => Promise.reject(new Error('the database is away')) });
      },
    });
    const log = createAuditLog({ db: away, key, clock: systemClock });
    const placed = await placeSoon(log, eventOf('att_1'));
    assert.equal(failures, 0);
    await write(db, placed);
    placed.settle('written');
    assert.deepEqual(await verifyAudit(db, key), { events: 3, chains: 2, anchors: 1, faults: [] });
  });
});
