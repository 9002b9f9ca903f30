import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { measureAttempts, stabilityIndex } from '../../src/faces/measure-attempts.ts';
import { sumAttempts } from '../../src/faces/sum-attempts.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { attemptIdKind, createId } from '../../src/platform/ids.ts';
import { describeDatabases, type TestDatabaseKind } from '../support/database.ts';
import { createDistinctPhoto, useFaces } from './open-faces.ts';

const dayMs = 86_400_000;
const from = new Date('2026-03-02T00:00:00Z');
const to = new Date('2026-03-04T00:00:00Z');

/** Where the attempts are: listed to be summed, or in the sums. */
const places = ['listed', 'the older half summed', 'summed'] as const;

describeDatabases('figures of attempts', (kind) => {
  for (const place of places) describe(place, () => testFigures(kind, place));
});

function testFigures(kind: TestDatabaseKind, place: (typeof places)[number]): void {
  const faces = useFaces(kind);
  let pattern: string;

  before(async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    pattern = (await faces().authenticate(cpf, photo)).attempt.id;
    // Two days with four attempts, and one the day before, each as [moment, similarity, outcome, client, ms].
    for (const [at, similarity, outcome, clientId, ms] of [
      ['2026-03-01T12:00:00Z', 0.91, 'match', 'cli_a', 100],
      ['2026-03-02T00:00:00Z', 0.92, 'match', 'cli_a', 200],
      ['2026-03-02T02:00:00Z', 0.31, 'face_mismatch', 'cli_a', 300],
      ['2026-03-03T23:59:59Z', 0.99, 'spoof_suspected', 'cli_b', 400],
      ['2026-03-03T12:00:00Z', 1, 'match', 'cli_a', null],
      ['2026-03-04T00:00:00Z', 0.5, 'match', 'cli_b', 900],
    ] as const) {
      const moment = new Date(at);
      await insert(moment, { similarity, outcome, clientId, ms });
    }
    await sql`delete from attempts_to_sum`.execute(faces().db);
    await sql`insert into attempts_to_sum select id from attempts`.execute(faces().db);
    if (place === 'summed') await sum(Number.POSITIVE_INFINITY);
    if (place === 'the older half summed') await sum(2);
  });

  /** Sums three attempts at a time, so many times. */
  async function sum(times: number): Promise<void> {
    const stop = new AbortController();
    let begun = 0;
    const holdIn = async () => {
      begun += 1;
      if (begun >= times) stop.abort();
      return true;
    };
    await sumAttempts({ ...faces(), attemptsPerTransaction: 3 }, { signal: stop.signal, holdIn });
  }

  async function insert(
    at: Date,
    made: { similarity: number; outcome: string; clientId: string; ms: number | null },
  ): Promise<void> {
    const changes = {
      id: createId(attemptIdKind, at.getTime()),
      created_at: at,
      client_id: made.clientId,
      similarity: made.similarity,
      is_match: made.outcome === 'match',
      decision: { outcome: made.outcome, templateModel: 'model 1', ...(made.ms && { durationMs: made.ms }) },
    };
    await sql`insert into attempts
      select (jsonb_populate_record(a, ${JSON.stringify(changes)}::jsonb)).* from attempts a
       where a.id = ${pattern}`.execute(faces().db);
  }
  const measure = (more: object = {}) =>
    measureAttempts(faces().db, { from, to, clientId: undefined, utcOffsetMinutes: 0, ...more });

  it('are of the attempts of the period, beside those of the period before', async () => {
    const { now, before, outcomes, scores, clients } = await measure();
    assert.deepEqual([now.attempts, now.matches, now.timed, now.isPartial], [4, 2, 3, false]);
    // Of 200, 300 and 400 ms: the middle of the group from 287 to 316 ms.
    assert.equal(now.medianMs, 302);
    assert.ok(Math.abs(now.meanSimilarity! - 0.805) < 1e-9);
    assert.ok(Math.abs(now.similarityDeviation! - 0.287446) < 1e-5);
    assert.deepEqual([before.attempts, before.from], [1, new Date(from.getTime() - 2 * dayMs)]);
    assert.deepEqual(
      outcomes.map(({ outcome, attempts, attemptsBefore }) => [outcome, attempts, attemptsBefore]).sort(),
      [
        ['face_mismatch', 1, 0],
        ['match', 2, 1],
        ['spoof_suspected', 1, 0],
      ],
    );
    assert.deepEqual(
      scores.filter(({ attempts }) => attempts > 0).map((score) => [score.from, score.attempts]),
      [
        [0.3, 1],
        [0.9, 1],
        [0.95, 2],
      ],
    );
    assert.deepEqual(
      clients.map(({ clientId, attempts }) => [clientId, attempts]),
      [
        ['cli_a', 3],
        ['cli_b', 1],
      ],
    );
  });

  it('have days that begin where the reader is', async () => {
    const days = async (utcOffsetMinutes: number) =>
      (await measure({ utcOffsetMinutes })).days.map(({ day, attempts }) => [day, attempts]);
    assert.deepEqual(await days(0), [
      ['2026-03-02', 2],
      ['2026-03-03', 2],
    ]);
    assert.deepEqual(await days(-180), [
      ['2026-03-01', 2],
      ['2026-03-03', 2],
    ]);
  });

  it('have days that begin within an hour', async () => {
    const { days } = await measure({ utcOffsetMinutes: 5 * 60 + 30 });
    assert.deepEqual(
      days.map(({ day, attempts }) => [day, attempts]),
      [
        ['2026-03-02', 2],
        ['2026-03-03', 1],
        ['2026-03-04', 1],
      ],
    );
  });

  it('are of a period that cuts hours', async () => {
    const { now, before } = await measure({
      from: new Date('2026-03-02T00:00:01Z'),
      to: new Date('2026-03-03T23:59:59Z'),
    });
    assert.deepEqual([now.attempts, now.matches, before.attempts], [2, 1, 2]);
  });

  it('are of one client when one is named', async () => {
    const { now, clients } = await measure({ clientId: 'cli_b' });
    assert.equal(now.attempts, 1);
    assert.deepEqual(
      clients.map(({ clientId }) => clientId),
      ['cli_b'],
    );
  });

  it('read no more than the newest that are in no sum, and say so', async () => {
    const { now, before } = await measure({ limit: 2 });
    const isSummed = place !== 'listed';
    assert.deepEqual(
      [now.attempts, now.isPartial, before.isPartial],
      isSummed ? [4, false, false] : [2, true, false],
    );
    assert.equal((await measure({ limit: 4 })).now.isPartial, false);
  });

  it('say nothing of drift without attempts to compare with', async () => {
    const longAgo = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2020-01-02T00:00:00Z') };
    const { now, days, drift } = await measure(longAgo);
    assert.deepEqual([now.attempts, now.meanSimilarity, days], [0, undefined, []]);
    assert.deepEqual(drift, { stabilityIndex: undefined, isComparable: true, templateModels: [] });
  });
}

it('the stability index is 0 for equal shares, and grows as they part', () => {
  const scores = (...pairs: [number, number][]) =>
    pairs.map(([attempts, attemptsBefore], index) => ({ from: index / 20, attempts, attemptsBefore }));
  assert.equal(stabilityIndex(scores([10, 100], [30, 300])), 0);
  const little = stabilityIndex(scores([11, 10], [9, 10]))!;
  const much = stabilityIndex(scores([19, 10], [1, 10]))!;
  assert.ok(little > 0 && little < 0.1 && much > 0.25, `${little} ${much}`);
});
