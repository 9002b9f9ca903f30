import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toAnswer } from '../../src/platform/to-answer.ts';

it('an answer has moments as text and no member that is undefined', () => {
  const at = new Date('2026-01-31T12:00:00Z');
  const shown = toAnswer({ id: 'a', at, until: undefined, isOver: false, names: ['b'], about: { at } });
  assert.deepEqual(shown, {
    id: 'a',
    at: '2026-01-31T12:00:00.000Z',
    isOver: false,
    names: ['b'],
    about: { at },
  });
  assert.ok(!('until' in shown));
});
