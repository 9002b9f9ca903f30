import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  accuracyByFold,
  bestThreshold,
  countAtLeast,
  equalErrorRate,
  missedAt,
  type ScoredPair,
  splitScores,
  thresholdAt,
  wilson,
} from '../../../src/engine/evaluation/error-rates.ts';

const failed = Number.NEGATIVE_INFINITY;

function setsOf(genuine: readonly number[], impostor: readonly number[]) {
  return { genuine: Float64Array.from(genuine).sort(), impostor: Float64Array.from(impostor).sort() };
}

test('the threshold lets no more pairs of different people pass than the rate allows, and as many as it can', () => {
  const scores = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(scores, fc.constantFrom(1e-3, 1e-2, 0.1, 0.3), (impostor, rate) => {
      const sets = setsOf([], impostor);
      const threshold = thresholdAt(sets, rate) as number;
      const allowed = Math.floor(impostor.length * rate + 1e-9);
      assert.ok(countAtLeast(sets.impostor, threshold) <= allowed);
      const lower = sets.impostor.findLast((score) => score < threshold);
      if (lower !== undefined) assert.ok(countAtLeast(sets.impostor, lower) > allowed);
    }),
  );
});

test('with too few pairs for a rate the threshold lies just above the highest of them', () => {
  const sets = setsOf([0.6, 0.4], [0.1, 0.5]);
  const threshold = thresholdAt(sets, 1e-4) as number;
  assert.ok(threshold > 0.5 && threshold < 0.5 + 1e-12);
  assert.equal(missedAt(sets, threshold)?.share, 0.5);
});

test('of a thousand pairs, three may match at three in a thousand', () => {
  const sets = setsOf(
    [],
    Array.from({ length: 1000 }, (_, i) => i),
  );
  assert.equal(countAtLeast(sets.impostor, thresholdAt(sets, 0.003) as number), 3);
});

test('a pair with a photo without a face never matches', () => {
  const sets = setsOf([failed, 0.9, 0.8, 0.7], [failed, 0.1]);
  assert.equal(missedAt(sets, thresholdAt(sets, 1e-2) as number)?.share, 0.25);
});

test('the equal error rate of scores that do not overlap is nought, and one half when they are the same', () => {
  assert.equal(equalErrorRate(setsOf([3, 4, 5], [0, 1, 2])), 0);
  const same = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.ok(Math.abs((equalErrorRate(setsOf(same, same)) as number) - 0.5) < 0.07);
  assert.equal(equalErrorRate(setsOf([1, 2, 3, 10], [0, 1.5, -1, -2])), 0.25);
  assert.equal(equalErrorRate(setsOf([], [1])), undefined);
});

test('the best threshold has the fewest pairs on the wrong side', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(scores, scores, (genuine, impostor) => {
      const sets = setsOf(genuine, impostor);
      const right = (threshold: number) =>
        genuine.filter((score) => score >= threshold).length +
        impostor.filter((score) => score < threshold).length;
      const best = right(bestThreshold(sets));
      for (let threshold = -0.5; threshold <= 21; threshold++) assert.ok(best >= right(threshold));
    }),
  );
});

test('a fold is decided by the threshold of the others', () => {
  const pairs: ScoredPair[] = [
    { same: true, score: 0.8, fold: 'a' },
    { same: false, score: 0.2, fold: 'a' },
    { same: true, score: 0.4, fold: 'b' },
    { same: false, score: 0.1, fold: 'b' },
  ];
  // Fold a is cut at 0.25, between 0.1 and 0.4; fold b at 0.5, where its own 0.4 falls short.
  assert.deepEqual(accuracyByFold(pairs), [1, 0.5]);
  assert.deepEqual(accuracyByFold(pairs.map((pair) => ({ ...pair, fold: 'one' }))), []);
  assert.equal(splitScores(pairs).genuine.length, 2);
});

test('the interval holds the share, and narrows with more trials', () => {
  for (const [hits, trials] of [
    [0, 10],
    [3, 10],
    [10, 10],
  ] as const) {
    const rate = wilson(hits, trials);
    const more = wilson(hits * 100, trials * 100);
    assert.ok(rate && more && rate.low <= rate.share && rate.share <= rate.high);
    assert.ok(more.high - more.low < rate.high - rate.low);
  }
  assert.equal(wilson(0, 0), undefined);
});
