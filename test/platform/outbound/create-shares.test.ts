import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createShares, type Holder } from '../../../src/platform/outbound/create-shares.ts';

const client = (name: string): Holder => ({ name, share: 3 / 4 });

/** How many slots a holder gets when he takes all he can. */
function takeAll(shares: ReturnType<typeof createShares>, holders: readonly Holder[]): (() => void)[] {
  const taken: (() => void)[] = [];
  for (;;) {
    try {
      taken.push(shares.take(holders));
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'outbound_busy');
      assert.equal((error as { retryAfterSeconds?: number }).retryAfterSeconds, 1);
      return taken;
    }
  }
}

it('a single holder gets his share, the others divide what is left', () => {
  const shares = createShares(32);
  assert.equal(takeAll(shares, [client('a')]).length, 24);
  assert.equal(takeAll(shares, [client('b')]).length, 6);
  assert.equal(takeAll(shares, [client('c')]).length, 2);
  assert.equal(takeAll(shares, [client('d')]).length, 0);
});

it('a holder within another is held to both', () => {
  const shares = createShares(32);
  const person = (name: string) => ({ name: `a ${name}`, share: 1 / 8 });
  assert.equal(takeAll(shares, [client('a'), person('1')]).length, 4);
  assert.ok(takeAll(shares, [client('a'), person('2')]).length >= 3);
  assert.ok(takeAll(shares, [client('a')]).length > 0);
});

it('whoever holds none gets one while one is free, however few there are', () => {
  for (const total of [1, 2, 3]) {
    const shares = createShares(total);
    for (let i = 0; i < total; i += 1) shares.take([client(`${i}`), { name: `p${i}`, share: 1 / 8 }]);
    assert.throws(() => shares.take([client('late')]), { code: 'outbound_busy' });
  }
});

it('what is given back can be taken again', () => {
  const shares = createShares(8);
  for (const release of takeAll(shares, [client('a')])) release();
  assert.equal(takeAll(shares, [client('a')]).length, 6);
});

it('without a holder only the whole counts', () => {
  assert.equal(takeAll(createShares(8), []).length, 8);
});
