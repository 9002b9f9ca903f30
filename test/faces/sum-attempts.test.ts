import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { timeBounds } from '../../src/faces/attempt-sums.ts';
import { eraseOldAttempts } from '../../src/faces/erasure-store.ts';
import { type AttemptStatistics, measureAttempts } from '../../src/faces/measure-attempts.ts';
import { sumAttempts } from '../../src/faces/sum-attempts.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { createDistinctPhoto, useFaces } from './open-faces.ts';

const hourMs = 3_600_000;

describeDatabases('sums of attempts', (kind) => {
  const faces = useFaces(kind);
  const sum = (signal = new AbortController().signal) =>
    sumAttempts({ ...faces(), attemptsPerTransaction: 4 }, { signal, holdIn: async () => true });
  const measure = (offset = -180) => {
    const now = faces().clock.now().getTime();
    const period = { from: new Date(now - 30 * hourMs), to: new Date(now + hourMs) };
    return measureAttempts(faces().db, { ...period, clientId: undefined, utcOffsetMinutes: offset });
  };

  /** The figures of the same period by one scan of the attempts, in SQL of its own. */
  async function scan({ now }: AttemptStatistics, offset = -180) {
    const { rows } = await sql<Record<string, unknown>>`
      with picked as (select *, (decision ->> 'durationMs')::float8 as ms, round(similarity * 10000)::bigint as parts
        from attempts where created_at >= ${now.from} and created_at < ${now.to})
      select (select count(*)::int from picked) as attempts, (select count(*)::int from picked where is_match) as matches,
        (select count(ms)::int from picked) as timed, (select sum(parts)::float8 from picked) as parts,
        (select json_object_agg(day, n) from (select to_char(created_at at time zone 'UTC'
           + make_interval(mins => ${offset}::int), 'YYYY-MM-DD') as day, count(*)::int as n from picked group by 1) d) as days,
        (select json_object_agg(outcome, n) from
          (select decision ->> 'outcome' as outcome, count(*)::int as n from picked group by 1) o) as outcomes,
        (select json_object_agg(score, n) from (select least(floor(similarity * 20)::int, 19) as score,
           count(*)::int as n from picked group by 1) s) as scores,
        (select json_object_agg(place, n) from (select width_bucket(ms, ${[...timeBounds]}::float8[]) as place,
           count(*)::int as n from picked group by 1) t) as times`.execute(faces().db);
    return rows[0]!;
  }

  /** The same of what was measured, with the groups of durations read from the sums themselves. */
  async function shown({ now, days, outcomes, scores }: AttemptStatistics) {
    const { rows } = await sql<{ times: number[] }>`
      select times from attempt_sums where client_id = '' and level = 'hour'`.execute(faces().db);
    const times: Record<string, number> = {};
    for (const row of rows) {
      for (const [place, count] of row.times.entries()) {
        if (count > 0) times[place] = (times[place] ?? 0) + count;
      }
    }
    const { attempts, matches, timed } = now;
    return {
      attempts,
      matches,
      timed,
      parts: Math.round((now.meanSimilarity ?? 0) * 10_000 * attempts),
      days: Object.fromEntries(days.map((day) => [day.day, day.attempts])),
      outcomes: Object.fromEntries(outcomes.map(({ outcome, attempts }) => [outcome, attempts])),
      scores: Object.fromEntries(
        scores.flatMap(({ attempts }, score) => (attempts > 0 ? [[score, attempts]] : [])),
      ),
      times,
    };
  }

  it('equal a scan while attempts are made, summed and read at the same time, and after', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
        await faces().register(cpf, photo);
        return { cpf, photo };
      }),
    );
    const other = await createDistinctPhoto();
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from attempts`.execute(faces().db)).rows[0]!.n;
    let isWriting = true;
    const write = async () => {
      const writers = people.map(async ({ cpf, photo }, writer) => {
        for (let index = 0; index < 12; index += 1) {
          await faces().authenticate(cpf, (index + writer) % 3 === 0 ? other : photo);
          if (writer === 0 && index % 4 === 3) faces().advance(hourMs);
        }
      });
      await Promise.all(writers);
      isWriting = false;
    };
    const summing = async () => {
      while (isWriting) {
        assert.equal((await sum()).outcome, 'done');
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const reading = async () => {
      while (isWriting) {
        const before = await count();
        const { now, days, clients } = await measure();
        const after = await count();
        assert.ok(now.attempts >= before && now.attempts <= after, `${before} ${now.attempts} ${after}`);
        const inAll = (groups: readonly { readonly attempts: number }[]) =>
          groups.reduce((all, { attempts }) => all + attempts, 0);
        assert.deepEqual([inAll(days), inAll(clients)], [now.attempts, now.attempts]);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all([write(), summing(), summing(), reading()]);
    await sum();
    const measured = await measure();
    assert.equal(measured.now.attempts, 48);
    assert.deepEqual(await shown(measured), await scan(measured));
    const { rows } = await sql<{ level: string; n: number }>`select level, sum(attempts)::int as n
      from attempt_sums where client_id = '' group by level order by level`.execute(faces().db);
    assert.deepEqual(rows, [
      { level: 'day', n: 48 },
      { level: 'hour', n: 48 },
      { level: 'month', n: 48 },
    ]);
    assert.equal((await sql`select 1 from attempts_to_sum`.execute(faces().db)).rows.length, 0);
  });

  it('are as before after a run that failed', async () => {
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    await faces().register(cpf, photo);
    await faces().authenticate(cpf, photo);
    const before = await measure();
    const failing = sumAttempts(faces(), {
      signal: new AbortController().signal,
      holdIn: async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        throw new Error('the process is gone');
      },
    });
    await assert.rejects(failing, /the process is gone/);
    assert.deepEqual((await measure()).now.attempts, before.now.attempts);
    await sum();
    await sum();
    assert.deepEqual((await measure()).now.attempts, before.now.attempts);
  });

  it('stay when the personal part of attempts is erased', async () => {
    await sum();
    const before = await measure();
    const erased = await faces()
      .db.transaction()
      .execute((tx) => eraseOldAttempts(tx, new Date(Date.now() + 365 * 24 * hourMs), 1_000, new Date(), []));
    assert.ok(erased.attempts > 0);
    await sum();
    const after = await measure();
    assert.deepEqual(
      [after.now.attempts, after.outcomes, after.scores],
      [before.now.attempts, before.outcomes, before.scores],
    );
    assert.deepEqual((await scan(after)).attempts, after.now.attempts);
  });
});
