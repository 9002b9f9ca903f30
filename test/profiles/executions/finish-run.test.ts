import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { nextRetryDelayMs } from '../../../src/profiles/executions/finish-run.ts';

const limits = { retryDelayMs: 5_000, maxRetryDelayMs: 3_600_000 };

it('the wait doubles up to its limit, spread over its upper half', () => {
  for (const [attempts, longest] of [
    [1, 5_000],
    [2, 10_000],
    [5, 80_000],
    [20, 3_600_000],
    [1_000, 3_600_000],
  ] as const) {
    assert.equal(
      nextRetryDelayMs(limits, attempts, 0, () => 1),
      longest,
    );
    assert.equal(
      nextRetryDelayMs(limits, attempts, 0, () => 0),
      longest / 2,
    );
  }
});

it('the wait is as long as the source wished, within the limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, wishedMs, random) => {
        const delayMs = nextRetryDelayMs(limits, attempts, wishedMs, () => random);
        assert.ok(delayMs >= Math.min(wishedMs, limits.maxRetryDelayMs));
        assert.ok(delayMs <= limits.maxRetryDelayMs);
      },
    ),
  );
});
