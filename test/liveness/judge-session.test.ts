import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawSteps } from '../../src/liveness/draw-steps.ts';
import { askAgain, mostAskedAgain, waitsFor } from '../../src/liveness/judge-session.ts';
import { livenessReasons, mendableReasons } from '../../src/liveness/types.ts';

// Left, right, up.
let drawn = 0;
const steps = drawSteps(() => drawn++ % 3);
const last = (count: number) => count - 1;

describe('a movement that is asked for again', () => {
  it('is a drawn turn for a frame on the way, and straight ahead for light and sharpness', () => {
    const turn = askAgain(steps, ['turn_too_quick'], last);
    assert.deepEqual(turn, [...steps, { kind: 'up', frames: 3, between: 1, again: 'turn_too_quick' }]);
    for (const again of ['too_dark', 'too_blurred'] as const) {
      assert.deepEqual(askAgain(steps, [again]), [...steps, { kind: 'center', frames: 3, again }]);
    }
  });

  it('is none for every other reason, alone or beside one that a movement mends', () => {
    for (const reason of livenessReasons.filter((one) => !mendableReasons.some((other) => other === one))) {
      assert.equal(askAgain(steps, [reason]), undefined, reason);
      assert.equal(askAgain(steps, ['turn_too_quick', reason]), undefined, reason);
    }
    assert.equal(askAgain(steps, []), undefined);
  });

  it('comes twice in a session at most', () => {
    assert.equal(mostAskedAgain, 2);
    const once = askAgain(steps, ['turn_too_quick'])!;
    assert.equal(askAgain(once, ['turn_too_quick', 'too_dark']), undefined);
    const twice = askAgain(once, ['too_dark'])!;
    assert.equal(twice.length, steps.length + 2);
    for (const reason of mendableReasons) assert.equal(askAgain(twice, [reason]), undefined);
  });

  it('is waited for until it is shown', () => {
    const asked = askAgain(steps, ['too_dark'])!;
    assert.equal(waitsFor(steps), undefined);
    assert.equal(waitsFor(asked), 'too_dark');
    const shown = asked.with(-1, { ...asked.at(-1)!, shownAt: new Date(0).toISOString() });
    assert.equal(waitsFor(shown), undefined);
  });
});
