import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findRetryDelay } from '../../../src/events/webhooks/create-results-writer.ts';

it('waits are those of Svix, up to a fifth longer, and end after eight tries', () => {
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  assert.deepEqual(
    seconds.map((_, index) => findRetryDelay(index + 1, undefined, () => 0)),
    seconds.map((each) => each * 1_000),
  );
  assert.equal(
    findRetryDelay(1, undefined, () => 1),
    6_000,
  );
  assert.equal(findRetryDelay(8, undefined), undefined);
});

it('a receiver can ask for a longer wait, up to a day, and for no shorter one', () => {
  const none = () => 0;
  assert.equal(findRetryDelay(1, 60_000, none), 60_000);
  assert.equal(findRetryDelay(2, 1_000, none), 300_000);
  assert.equal(findRetryDelay(1, 10 * 86_400_000, none), 86_400_000);
});
