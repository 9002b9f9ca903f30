import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createShardBreaker } from '../../../../src/faces/duplicates/shards/create-shard-breaker.ts';

/** A breaker that opens after three time-outs for ten seconds, and its clock. */
function open() {
  const clock = { ms: 0 };
  const breaker = createShardBreaker({ timeouts: 3, pauseMs: 10_000, now: () => clock.ms });
  const timeOut = (count: number) => {
    for (let search = 0; search < count; search += 1) breaker.admit()!('timed-out');
  };
  return { breaker, clock, timeOut };
}

it('a shard is asked until so many searches in a row have timed out', () => {
  const { breaker, timeOut } = open();
  timeOut(2);
  breaker.admit()!('answered');
  timeOut(2);
  breaker.admit()!('failed');
  timeOut(2);
  assert.equal(breaker.isOpen(), false);
  timeOut(1);
  assert.equal(breaker.isOpen(), true);
  assert.equal(breaker.admit(), undefined);
});

it('after the pause one search asks, whatever else comes, and its end decides', () => {
  const { breaker, clock, timeOut } = open();
  timeOut(3);
  clock.ms = 9_999;
  assert.equal(breaker.admit(), undefined);
  clock.ms = 10_000;
  const probe = breaker.admit()!;
  assert.equal(breaker.admit(), undefined);
  clock.ms = 15_000;
  probe('timed-out');
  clock.ms = 24_999;
  assert.equal(breaker.admit(), undefined);
  clock.ms = 25_000;
  breaker.admit()!('answered');
  assert.equal(breaker.isOpen(), false);
  timeOut(2);
  assert.equal(breaker.isOpen(), false, 'it counts from the beginning');
});

it('a search from before the pause does not end it', () => {
  const { breaker, timeOut } = open();
  const early = breaker.admit()!;
  timeOut(3);
  early('answered');
  assert.equal(breaker.isOpen(), true);
});
