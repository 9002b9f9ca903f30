import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { webhookDeliveryIdKind } from '../../../src/events/declarations.ts';
import { retentionRules } from '../../../src/events/open.ts';
import {
  claimDeliveries,
  findArrivedEvents,
  findWork,
  finishDeliveries,
  insertDeliveries,
  listDeliveries,
} from '../../../src/events/webhooks/deliveries-store.ts';
import { makePartitions, type OpenDatabase } from '../../../src/platform/db/index.ts';
import { createId } from '../../../src/platform/ids.ts';
import { applyRetention } from '../../../src/privacy/apply-retention.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const never = new AbortController().signal;

async function addEndpoint(open: OpenDatabase, id: string): Promise<void> {
  await open.execute(
    `insert into webhook_endpoints (id, client_id, created_at, key_id, wrapped_key, ciphertext)
     values ($1, 'cli_1', now(), 'key', '', '')`,
    [id],
  );
}

/** A delivery that is due, made at a moment. */
async function addDelivery(open: OpenDatabase, at: Date, endpointId = 'whe_1'): Promise<string> {
  const id = createId(webhookDeliveryIdKind, at.getTime());
  await open.db.transaction().execute(async (tx) => {
    await insertDeliveries(tx, [{ id, endpointId, eventId: `evt_${id}` }], { isLater: false, now: at });
  });
  return id;
}

async function countByPartition(open: OpenDatabase): Promise<Record<string, number>> {
  const { rows } = await open.execute(
    'select tableoid::regclass::text as name, count(*)::int as count from webhook_deliveries group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}

const listIds = async (open: OpenDatabase, before?: string) =>
  (await listDeliveries(open.db, 'whe_1', { state: undefined, before, limit: 1_000 })).map(({ id }) => id);

async function claimAll(open: OpenDatabase, now: Date): Promise<readonly string[]> {
  const claimed = await claimDeliveries(open.db, [{ endpointId: 'whe_1', free: 1_000 }], {
    now,
    leaseUntil: new Date(now.getTime() + 60_000),
  });
  return claimed.map(({ id }) => id);
}

describeDatabases('a queue of deliveries beside many that are done', (kind) => {
  it('is looked at and claimed without reading whole tables', async (t) => {
    const open = await openTestDatabase(t, kind);
    await addEndpoint(open, 'whe_1');
    await open.execute(
      `insert into webhook_deliveries (id, endpoint_id, event_id, state, is_later, due_at, created_at)
       select 'whd_0' || n, 'whe_1', 'evt_' || n, 'delivered', false, now(), now() from generate_series(1, 20000) as n`,
    );
    await open.execute(
      `insert into events (position, id, type, version, at, data)
       select n, 'evt_' || n, 'a.b', 1, now(), '{}' from generate_series(1, 20000) as n`,
    );
    await open.execute('analyze webhook_deliveries');
    await open.execute('analyze events');
    const work = async (now: Date, expected: number) => {
      await open.db.transaction().execute(async (tx) => {
        const read = async () => {
          const { rows } = await sql<{ count: number }>`
            select coalesce(sum(seq_tup_read), 0)::int as count from pg_stat_xact_user_tables
            where relname like 'webhook_deliveries%' or relname = 'events'`.execute(tx);
          return rows[0]!.count;
        };
        const before = await read();
        assert.deepEqual(await findWork(tx, now), { hasEvents: false, hasDue: expected > 0 });
        const leaseUntil = new Date(now.getTime() + 60_000);
        const claimed = await claimDeliveries(tx, [{ endpointId: 'whe_1', free: 8 }], { now, leaseUntil });
        assert.equal(claimed.length, expected);
        assert.equal((await read()) - before, 0);
      });
    };
    await work(new Date(), 0);
    for (let count = 0; count < 3; count += 1) await addDelivery(open, new Date());
    await work(new Date(), 3);
  });
});

describeDatabases('months of deliveries', (kind) => {
  const year = new Date().getUTCFullYear() + 1;
  const inMonth = (month: number, day = 10) => new Date(Date.UTC(year, month, day));
  const nameOf = (month: number) =>
    `webhook_deliveries_${inMonth(month).toISOString().slice(0, 7).replace('-', '_')}`;

  async function openMonths(t: Parameters<typeof openTestDatabase>[0], months: readonly number[]) {
    const open = await openTestDatabase(t, kind);
    await addEndpoint(open, 'whe_1');
    // No more than twelve are made at once.
    for (const month of [-12, -1, 9]) await makePartitions(open, inMonth(month));
    const ids: string[] = [];
    for (const month of months) ids.push(await addDelivery(open, inMonth(month)));
    return { open, ids };
  }
  const retain = (open: OpenDatabase, now: Date, days: number) =>
    applyRetention(
      {
        database: open,
        store: { delete: async () => assert.fail('no photo is theirs') } as never,
        clock: { now: () => now },
        rules: () => retentionRules(days),
        lockHeld: async () => ({ ids: [], cpfIndexes: [] }),
      },
      never,
    );

  it('are one table to those who claim, finish, list and delete', async (t) => {
    const { open, ids } = await openMonths(t, [0, 1, 2, 30]);
    assert.deepEqual(await countByPartition(open), {
      [nameOf(0)]: 1,
      [nameOf(1)]: 1,
      [nameOf(2)]: 1,
      webhook_deliveries_rest: 1,
    });
    assert.deepEqual((await claimAll(open, inMonth(3))).toSorted(), ids.slice(0, 3));
    assert.deepEqual(await claimAll(open, inMonth(3)), [], 'leased');
    const attempt = { at: inMonth(3).toISOString(), status: 200, durationMs: 1 } as never;
    await finishDeliveries(
      open.db,
      ids.slice(0, 2).map((id) => ({ id, state: 'delivered', attempt, dueAt: inMonth(3) })),
      ['whe_1'],
    );
    const arrived = await findArrivedEvents(
      open.db,
      'whe_1',
      ids.map((id) => `evt_${id}`),
    );
    assert.equal(arrived.size, 4);
    assert.deepEqual(await listIds(open), ids.toReversed());
    assert.deepEqual(await listIds(open, ids[2]), [ids[1], ids[0]]);
    await open.execute('delete from webhook_endpoints');
    assert.deepEqual(await listIds(open), []);
  });

  it('go whole once their last day is older than the retention, and the first one with them', async (t) => {
    const { open, ids } = await openMonths(t, [0, 1, 2]);
    const old = await addDelivery(open, new Date(Date.UTC(year - 3, 0, 1)));
    assert.ok((await countByPartition(open)).webhook_deliveries_first);
    const again = `insert into webhook_deliveries select * from webhook_deliveries where id = '${old}'`;
    await assert.rejects(open.execute(again), /webhook_deliveries_first_pkey/);
    await assert.rejects(addDelivery(open, inMonth(0), 'whe_2'), /webhook_deliveries_endpoint_id_fkey/);
    assert.deepEqual(await retain(open, inMonth(2, 20), 30), { outcome: 'done' });
    // Of the month that ended within the retention, the old rows only.
    assert.deepEqual(await listIds(open), [ids[2]]);
    const { rows } = await open.execute(
      "select relname as name from pg_class where relname ~ '^webhook_deliveries_(first|[0-9_]+)$' order by 1",
    );
    const names = rows.map(({ name }) => name);
    assert.equal(names[0], nameOf(1), `${old} went with its partition`);
    // What comes late all the same is taken.
    const late = await addDelivery(open, inMonth(0));
    assert.deepEqual(await listIds(open), [ids[2], late]);
    assert.deepEqual((await claimAll(open, inMonth(3))).toSorted(), [late, ids[2]]);
  });

  it('leave as much room on a page as the first one', async (t) => {
    const { open } = await openMonths(t, []);
    const { rows } = await open.execute(
      "select distinct reloptions::text as options from pg_class where relispartition and relkind = 'r' and relname like 'webhook_deliveries_%'",
    );
    assert.deepEqual(rows, [{ options: '{fillfactor=50}' }]);
  });

  if (kind === 'postgres') {
    it('that others hold are left, with everything that follows done', async (t) => {
      const { open } = await openMonths(t, [0, 2]);
      if (open.kind !== 'postgres') return;
      const holder = await open.pool.connect();
      using _ended = { [Symbol.dispose]: () => holder.release(true) };
      await holder.query(`begin; select * from ${nameOf(0)} limit 1`);
      assert.deepEqual(await retain(open, inMonth(2, 31), 30), {
        outcome: 'failed',
        retryable: true,
        reason: 'months_in_use',
      });
      assert.equal((await listIds(open)).length, 1, 'the old row is deleted');
      await holder.query('rollback');
      assert.deepEqual(await retain(open, inMonth(2, 31), 30), { outcome: 'done' });
    });

    it('are claimed from without a read of those that hold nothing due', async (t) => {
      const { open } = await openMonths(t, [0]);
      const { rows } = await open.execute(
        `explain (costs off) select id from webhook_deliveries where endpoint_id = 'whe_1' and state = 'pending'
         and due_at <= now() order by is_later, due_at limit 10`,
      );
      const text = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(text, /Merge Append/);
      assert.doesNotMatch(text, /Seq Scan/);
    });
  }
});
