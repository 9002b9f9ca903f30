import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateProbability, type SessionSignals } from '../../src/liveness/estimate-probability.ts';

const person: SessionSignals = { fulfilledShare: 1, surroundings: 0.9, likeness: 0.95, passive: 0.8 };

describe('the probability of a verdict', () => {
  it('is the weakest signal of a session that passes', () => {
    assert.equal(estimateProbability(person, []), 0.8);
    assert.equal(estimateProbability({ ...person, surroundings: 0.6 }, []), 0.6);
  });

  it('is on the side of the verdict, whatever the signals are', () => {
    const nothing: SessionSignals = { fulfilledShare: 0, surroundings: 0, likeness: 0, passive: 0 };
    assert.equal(estimateProbability(nothing, []), 0.5);
    assert.equal(estimateProbability(nothing, ['flat']), 0);
    assert.equal(estimateProbability(person, ['passive_spoof']), 0.49);
  });

  it('is 0.01 at most for frames that came before', () => {
    assert.equal(estimateProbability(person, ['frames_seen_before']), 0.01);
    assert.equal(estimateProbability(person, ['frames_repeated', 'flat']), 0.01);
  });
});
