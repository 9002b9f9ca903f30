import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { listEvents } from '../../../src/platform/audit/audit-store.ts';
import type { Tx } from '../../../src/platform/db/index.ts';
import { describeDatabases, openTestDatabase, type TestScope } from '../../support/database.ts';

describeDatabases('pages of the audit log', (kind) => {
  async function openFilled(t: TestScope) {
    const open = await openTestDatabase(t, kind);
    await open.execute(
      `insert into audit_events (chain, sequence, at, actor_kind, actor_id, action, outcome, hash)
       select 'chain-' || n % 2, n / 2 + 1, now() - n * interval '1 second', 'client',
         'cli_' || case when n % 9000 = 1 then 'rare' else (n % 2)::text end,
         case when n % 9000 = 2 then 'client.create' else 'audit.read' end, 'done', sha256(n::text::bytea)
       from generate_series(1, 20000) as n`,
    );
    await open.execute('analyze audit_events');
    return open;
  }

  it('read no more events for a late page than for the first', async (t) => {
    const open = await openFilled(t);
    const countRead = async (tx: Tx, after: Awaited<ReturnType<typeof listEvents>>[number] | undefined) => {
      const before = await findReads(tx);
      assert.equal((await listEvents(tx, {}, { after, limit: 100 })).length, 100);
      return (await findReads(tx)) - before;
    };
    const middle = (await listEvents(open.db, {}, { limit: 10_000 })).at(-1);
    await open.db.transaction().execute(async (tx) => {
      const first = await countRead(tx, undefined);
      const late = await countRead(tx, middle);
      assert.ok(late <= first + 100, `${late} events were read, and ${first} for the first page`);
    });
  });

  it('read few events for an actor or an action that is rare', async (t) => {
    const open = await openFilled(t);
    await open.db.transaction().execute(async (tx) => {
      for (const filter of [{ actorId: 'cli_rare' }, { action: 'client.create' }]) {
        const before = await findReads(tx);
        assert.equal((await listEvents(tx, filter, { limit: 100 })).length, 3);
        const read = (await findReads(tx)) - before;
        assert.ok(read < 100, `${read} events were read for 3`);
      }
    });
  });
});

/** The rows of the log that this connection has read. */
async function findReads(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
    where relname like 'audit\\_events%'`.execute(tx);
  return rows[0]!.read;
}
