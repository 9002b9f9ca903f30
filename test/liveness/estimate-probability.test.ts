import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateProbability, type SessionSignals } from '../../src/liveness/estimate-probability.ts';

const person: SessionSignals = { fulfilledShare: 1, shape: 3, moment: 3, likeness: 0.9, passive: 0.9 };

describe('the probability of a verdict', () => {
  it('falls with each signal that speaks less for a person', () => {
    const best = estimateProbability(person, []);
    assert.ok(best > 0.7 && best < 1, String(best));
    const weaker: readonly Partial<SessionSignals>[] = [
      { fulfilledShare: 6 / 7 },
      { shape: 1 },
      { shape: -2 },
      { moment: 0 },
      { shape: undefined, moment: undefined },
      { likeness: 0.55 },
      { passive: 0.5 },
    ];
    for (const change of weaker) {
      const failed = estimateProbability({ ...person, ...change }, ['wrong_direction']);
      const passed = estimateProbability({ ...person, ...change }, []);
      assert.ok(passed < best && failed <= passed, JSON.stringify({ change, failed, passed }));
    }
  });

  it('is on the side of the verdict, whatever the signals are', () => {
    const nothing: SessionSignals = {
      fulfilledShare: 0,
      shape: undefined,
      moment: undefined,
      likeness: 0,
      passive: 0,
    };
    assert.equal(estimateProbability(nothing, []), 0.5);
    assert.ok(estimateProbability(nothing, ['flat']) < 0.001);
    assert.equal(estimateProbability(person, ['passive_spoof']), 0.49);
  });

  it('is 0.01 at most for frames that came before', () => {
    assert.equal(estimateProbability(person, ['frames_seen_before']), 0.01);
    assert.equal(estimateProbability(person, ['frames_repeated', 'too_late']), 0.01);
  });

  it('counts what the turns say no further than it was seen', () => {
    const most = estimateProbability({ ...person, shape: 4, moment: 4 }, []);
    assert.equal(estimateProbability({ ...person, shape: 9, moment: 7 }, []), most);
  });
});
