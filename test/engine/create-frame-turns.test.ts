import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createFrameTurns } from '../../src/engine/create-frame-turns.ts';

/** Whether a frame begins within a while, beside so many busy workers of so many. */
async function begins(busy: number, workers: number): Promise<boolean> {
  const workload = { waiting: 0, busy, workers };
  let hasBegun = false;
  const frame = createFrameTurns().run({ workload }, async () => {
    hasBegun = true;
  });
  await delay(100);
  const begun = hasBegun;
  workload.busy = 0;
  await frame;
  return begun;
}

it('a frame leaves one of several workers to photos', async () => {
  assert.deepEqual(
    [await begins(0, 2), await begins(1, 2), await begins(2, 4), await begins(3, 4)],
    [true, false, true, false],
  );
});

it('a frame takes the only worker when it has nothing to do', async () => {
  assert.deepEqual([await begins(0, 1), await begins(1, 1)], [true, false]);
});

it('a frame that waited for two seconds begins although photos keep every worker busy', async () => {
  const workload = { waiting: 0, busy: 2, workers: 2 };
  assert.equal(await createFrameTurns().run({ workload }, async () => 'begun'), 'begun');
});
