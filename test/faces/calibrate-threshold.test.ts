import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EvaluatedPairs, FaceEngine } from '../../src/engine/index.ts';
import { calibrateThreshold } from '../../src/faces/calibrate-threshold.ts';

const engine = {
  describe: () => ({ falseMatchRate: 0.01, scoreThreshold: 0.25 }),
} as unknown as FaceEngine;

/** Pairs of different people with scores spread evenly from 0 to `highest`, and twenty of one person. */
function compared(impostors: number, highest: number): EvaluatedPairs {
  const pair = (same: boolean, score: number) => ({
    pair: { imageA: 'a', imageB: 'b', same },
    same,
    fold: '',
    score,
    similarity: 0,
    penalty: 0,
  });
  return {
    scored: [
      ...Array.from({ length: impostors }, (_, index) => pair(false, (highest * (index + 1)) / impostors)),
      ...Array.from({ length: 20 }, (_, index) => pair(true, 0.3 + index / 100)),
      pair(false, Number.NEGATIVE_INFINITY),
    ],
    qualities: new Map(),
    evaluation: {
      images: 50,
      failures: 1,
      configured: { scoreThreshold: 0.25, falseMatches: { share: 0.5, low: 0.4, high: 0.6 } },
    } as EvaluatedPairs['evaluation'],
  };
}

describe("a threshold from the operator's photos", () => {
  it('is the lowest that the promised share of pairs of different people reaches', () => {
    const learned = calibrateThreshold(engine, compared(2_000, 0.4));
    assert.equal(learned.photos, 49);
    assert.equal(learned.impostorPairs, 2_000);
    assert.ok(Math.abs(learned.neededThreshold - 0.396) < 1e-3, `${learned.neededThreshold}`);
    assert.ok(Math.abs(learned.raise - 0.146) < 1e-3);
    // Of 0.30, 0.31, ... 0.49 those below 0.396.
    assert.equal(learned.missed?.share, 0.5);
  });

  it('never undercuts that of the calibration', () => {
    const learned = calibrateThreshold(engine, compared(2_000, 0.1));
    assert.ok(learned.neededThreshold < 0.25);
    assert.equal(learned.raise, 0);
    assert.equal(learned.missed?.share, 0);
  });

  it('needs ten false matches to decide', () => {
    assert.throws(() => calibrateThreshold(engine, compared(999, 0.4)), { code: 'threshold_photos_too_few' });
    calibrateThreshold(engine, compared(1_000, 0.4));
  });

  it('is refused where it would lie out of reach', () => {
    assert.throws(() => calibrateThreshold(engine, compared(2_000, 0.9)), {
      code: 'threshold_photos_implausible',
    });
  });
});
