import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { takeListedAttempts } from '../../src/faces/attempt-sums-store.ts';
import { listNewestAttempts } from '../../src/faces/attempts-store.ts';
import { findFaceLock } from '../../src/faces/authentication-store.ts';
import { eraseOldAttempts } from '../../src/faces/erasure-store.ts';
import { dropOldAttempts, retentionDays } from '../../src/faces/personal-parts.ts';
import { makePartitions, type OpenDatabase } from '../../src/platform/db/index.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { attemptIdKind, createId, firstIdAt } from '../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const client = 'cli_01a1fd3fdd4c70ae8910617df9e4edd8';
const never = new AbortController().signal;
const cipher = createRecordCipher({ current: createMasterKey(Buffer.alloc(32, 3)), previous: [] });

async function addPerson(open: OpenDatabase, person: string): Promise<void> {
  await open.execute(`insert into people (id, created_at) values ($1, now())`, [person]);
}

/** An attempt without its personal part, made at a moment. */
async function addAttempt(
  open: OpenDatabase,
  at: Date,
  { person, isMatch = false, isErased = true }: { person: string; isMatch?: boolean; isErased?: boolean },
): Promise<string> {
  const id = createId(attemptIdKind, at.getTime());
  await open.execute(
    `insert into attempts (id, created_at, client_id, person_id, similarity, is_face_match, liveness_probability, is_alive,
       is_match, decision, erased_at) values ($1, $2, $3, $4, 0.4, false, 0.9, true, $5, '{}', $6)`,
    [id, at, client, person, isMatch, isErased ? at : null],
  );
  return id;
}

async function countByPartition(open: OpenDatabase): Promise<Record<string, number>> {
  const { rows } = await open.execute(
    'select tableoid::regclass::text as name, count(*)::int as count from attempts group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}

const newest = (open: OpenDatabase, filter: { person?: string; fromId?: string; limit?: number }) =>
  listNewestAttempts(open.db, cipher, {
    personId: filter.person,
    clientId: undefined,
    isMatch: undefined,
    fromId: filter.fromId,
    toId: undefined,
    before: undefined,
    limit: filter.limit ?? 100,
  });

describeDatabases('months of attempts', (kind) => {
  const year = new Date().getUTCFullYear() + 1;
  const inMonth = (month: number, day = 10) => new Date(Date.UTC(year, month, day));
  const nameOf = (month: number) => `attempts_${inMonth(month).toISOString().slice(0, 7).replace('-', '_')}`;

  /** An attempt of one person in each month of a year. */
  async function openYear(t: TestContext): Promise<{ open: OpenDatabase; ids: readonly string[] }> {
    const open = await openTestDatabase(t, kind);
    await addPerson(open, 'per_1');
    // No more than twelve are made at once.
    for (const month of [-12, -1, 9]) await makePartitions(open, inMonth(month));
    const ids: string[] = [];
    for (let month = 0; month < 12; month += 1) {
      ids.push(await addAttempt(open, inMonth(month), { person: 'per_1', isErased: month !== 2 }));
    }
    return { open, ids };
  }

  it('go after their time, but for those with a personal part', async (t) => {
    const { open, ids } = await openYear(t);
    const clock = { now: () => inMonth(6) };
    const drop = (months: number | undefined) => dropOldAttempts({ database: open, clock }, months, never);
    assert.equal((await drop(undefined)).outcome, 'skipped');
    // Keys and references hold in each month, and in the first partition.
    const early = await addAttempt(open, inMonth(-40), { person: 'per_1' });
    assert.equal((await countByPartition(open)).attempts_first, 1);
    for (const [id, name] of [
      [early, 'attempts_first'],
      [ids[3], nameOf(3)],
    ]) {
      const again = sql`insert into attempts select * from attempts where id = ${id}`;
      await assert.rejects(again.execute(open.db), new RegExp(`${name}_pkey`));
    }
    await assert.rejects(addAttempt(open, inMonth(3), { person: 'per_2' }), /attempts_person_id_fkey/);
    await open.execute('delete from attempts where id = $1', [early]);
    assert.deepEqual(await drop(7), { outcome: 'done' });
    assert.equal((await newest(open, {})).length, 12);
    assert.deepEqual(await drop(2), {
      outcome: 'skipped',
      reason: `has attempts with a personal part: ${nameOf(2)}`,
    });
    const left = async () => (await newest(open, {})).map(({ id }) => id);
    assert.deepEqual(await left(), [ids[2], ...ids.slice(4)].reverse());
    await open.execute('update attempts set erased_at = now() where id = $1', [ids[2]]);
    assert.deepEqual(await drop(2), { outcome: 'done' });
    assert.deepEqual(await left(), ids.slice(4).reverse());
    // Months to come are made as before.
    assert.ok((await makePartitions(open, inMonth(12))).includes(nameOf(15)));
  });

  it('lose their personal part before they go', () => {
    assert.equal(retentionDays(undefined, undefined), undefined);
    assert.equal(retentionDays(30, undefined), 30);
    assert.equal(retentionDays(30, 12), 30);
    assert.equal(retentionDays(undefined, 12), 365);
    assert.equal(retentionDays(9_999, 1), 28);
    for (let months = 1; months <= 48; months += 1) {
      for (let begun = 0; begun < 48; begun += 1) {
        const [end, goes] = [inMonth(begun), inMonth(begun + months)];
        const last = end.getTime() + retentionDays(undefined, months)! * 86_400_000;
        assert.ok(last <= goes.getTime(), `${months} months from ${end.toISOString()}`);
      }
    }
  });

  if (kind === 'postgres') {
    it('that a question about time cannot need are not asked', async (t) => {
      const { open, ids } = await openYear(t);
      if (open.kind !== 'postgres') return;
      await open.execute('insert into attempts_to_sum (attempt_id) select unnest($1::text[])', [
        ids.slice(8),
      ]);
      const holder = await open.pool.connect();
      using _ended = { [Symbol.dispose]: () => holder.release(true) };
      // Nobody can read the months before September.
      await holder.query('begin');
      for (const name of ['attempts_first', ...[-1, 0, 1, 2, 3, 4, 5, 6, 7].map(nameOf)]) {
        await holder.query(`lock table ${name}`);
      }
      await open.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '200ms'`.execute(tx);
        const one = await sql`select id from attempts where id = ${ids[9]}`.execute(tx);
        assert.equal(one.rows.length, 1);
        const rule = { afterFailures: 2, windowSeconds: 40 * 86_400, lockSeconds: 3_600 };
        const until = await findFaceLock(tx, 'per_1', rule, inMonth(11));
        assert.equal(until?.getTime(), inMonth(11).getTime() + 3_600_000);
        const from = firstIdAt(attemptIdKind, inMonth(9, 1).getTime());
        const byTime = await listNewestAttempts(tx, cipher, {
          personId: 'per_1',
          clientId: client,
          isMatch: false,
          fromId: from,
          toId: ids[11],
          before: undefined,
          limit: 10,
        });
        assert.deepEqual(
          byTime.map(({ id }) => id),
          [ids[10], ids[9]],
        );
        assert.equal((await takeListedAttempts(tx, 10)).attempts.length, 4);
      });
      await holder.query('rollback');
      // What retention takes is by its time, too: the months after it are not asked.
      await holder.query(`begin; lock table ${nameOf(11)}`);
      await open.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '200ms'`.execute(tx);
        const { attempts } = await eraseOldAttempts(tx, inMonth(10, 1), 10, new Date(), []);
        assert.equal(attempts, 1);
      });
      await holder.query('rollback');
    });
  }
});
