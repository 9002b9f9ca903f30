import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMemoryCountStore } from '../../../src/platform/rate-limits/create-rate-limiter.ts';

const windowMs = 60_000;
const bucketOf = (key: number) => ({ policy: 'client', key: String(key), limit: 1, windowMs });

it('a hundred thousand buckets are counted in memory, then the one that began first is forgotten', async () => {
  const store = createMemoryCountStore(() => 0);
  const countOf = async (key: number) => (await store.count([bucketOf(key)]))[0]!.count;
  for (let key = 0; key < 100_000; key += 1) await store.count([bucketOf(key)]);
  assert.equal(await countOf(0), 2, 'all are remembered');
  assert.equal(await countOf(100_000), 1);
  assert.equal(await countOf(0), 1, 'gave way, and takes the place of the next');
  assert.equal(await countOf(99_999), 2);
  assert.equal(await countOf(2), 2);
});

it('windows that have ended make room first', async () => {
  let now = 0;
  const store = createMemoryCountStore(() => now);
  await store.count([bucketOf(1)]);
  now += windowMs;
  const [counted] = await store.count([bucketOf(1)]);
  assert.deepEqual(counted, { count: 1, resetMs: windowMs });
});

it('no window is longer than it is', async () => {
  const now = 11_335.3316;
  assert.ok(now + windowMs - now > windowMs, 'a moment at which fractions do not add up');
  const [counted] = createMemoryCountStore(() => now).count([bucketOf(1)]);
  assert.deepEqual(counted, { count: 1, resetMs: windowMs });
});
