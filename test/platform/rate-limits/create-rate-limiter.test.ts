import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bucket, createRateLimiter, RateLimitError } from '../../../src/platform/rate-limits/index.ts';
import { openRedisLink, withoutRedis } from '../../support/redis.ts';

const bucketOf = (limit: number, windowMs = 60_000, key: string = randomUUID()): Bucket => ({
  policy: 'client',
  key,
  limit,
  windowMs,
});

async function countTimes(limiter: ReturnType<typeof createRateLimiter>, bucket: Bucket, times: number) {
  const results: boolean[] = [];
  for (let count = 0; count < times; count += 1) results.push((await limiter.count([bucket]))[0]!.isExceeded);
  return results;
}

describe('a rate limiter in memory', () => {
  it('lets through as many as the limit says in a window, and begins anew after it', async () => {
    let now = 0;
    const limiter = createRateLimiter({ now: () => now });
    const bucket = bucketOf(2, 300);
    assert.deepEqual(await countTimes(limiter, bucket, 3), [false, false, true]);
    assert.equal(limiter.findFull(bucket)?.isExceeded, true);
    assert.equal(limiter.findFull(bucketOf(2)), undefined);
    now += 299;
    assert.ok(limiter.findFull(bucket));
    assert.deepEqual(await countTimes(limiter, bucket, 1), [true]);
    now += 1;
    assert.equal(limiter.findFull(bucket), undefined);
    assert.deepEqual(await countTimes(limiter, bucket, 1), [false]);
  });

  it('remembers a hundred thousand full buckets at most', async () => {
    const limiter = createRateLimiter({ now: () => 0 });
    const buckets = Array.from({ length: 100_001 }, (_, n) => bucketOf(0, 60_000, String(n)));
    for (const bucket of buckets) await limiter.count([bucket]);
    assert.equal(limiter.findFull(buckets[0]!), undefined);
    for (const bucket of [buckets[1]!, buckets.at(-1)!]) assert.ok(limiter.findFull(bucket));
  });

  it('counts each bucket by itself', async () => {
    const limiter = createRateLimiter({});
    const [narrow, wide] = [bucketOf(1), bucketOf(10)];
    await limiter.count([narrow, wide]);
    const [first, second] = await limiter.count([narrow, wide]);
    assert.equal(first!.isExceeded, true);
    assert.deepEqual(
      { isExceeded: second!.isExceeded, remaining: second!.remaining },
      { isExceeded: false, remaining: 8 },
    );
  });
});

describe('a rate limiter in Redis', { skip: withoutRedis }, () => {
  async function open(t: TestContext, onFailure: 'open' | 'closed' = 'open') {
    const link = await openRedisLink(t);
    const key = randomBytes(32);
    const states: boolean[] = [];
    let failures = 0;
    const create = async () => {
      const before = states.length;
      const limiter = createRateLimiter({
        redis: { url: link.url, key, onFailure },
        observer: {
          onStoreState: (isReady) => states.push(isReady),
          onStoreFailure: () => {
            failures += 1;
          },
        },
      });
      t.after(() => limiter.close());
      await eventually(() => states.length > before);
      return limiter;
    };
    return { link, create, states, failures: () => failures };
  }

  it('two processes share what they count, and windows end', async (t) => {
    const { create, failures } = await open(t);
    const [first, second] = [await create(), await create()];
    const counted = await whenAnswered(failures, async () => {
      const bucket = bucketOf(3);
      return [
        await countTimes(first, bucket, 2),
        await countTimes(second, bucket, 2),
        await countTimes(first, bucket, 1),
        await countTimes(first, { ...bucketOf(3), weight: 2 }, 2),
      ];
    });
    assert.deepEqual(counted, [[false, false], [false, true], [true], [false, true]]);
    const short = bucketOf(1, 500);
    await first.count([short]);
    await eventually(async () => !(await second.count([short]))[0]!.isExceeded);
  });

  it('its own end is not told as an outage', async (t) => {
    const { create, states } = await open(t);
    const limiter = await create();
    await eventually(() => states.at(-1) === true);
    const told = [...states];
    await limiter.close();
    await delay(300);
    assert.deepEqual(states, told);
  });

  it('many counts at once are all counted', async (t) => {
    const { create, failures } = await open(t);
    const limiter = await create();
    const states = await whenAnswered(failures, async () => {
      const bucket = bucketOf(50);
      return await Promise.all(Array.from({ length: 80 }, () => limiter.count([bucket])));
    });
    assert.equal(states.filter(([state]) => !state!.isExceeded).length, 50);
  });

  it('with Redis gone and `open` each process counts for itself, and later together again', async (t) => {
    const { link, create, states, failures } = await open(t);
    const limiter = await create();
    const bucket = bucketOf(2);
    link.cut();
    assert.deepEqual(await countTimes(limiter, bucket, 3), [false, false, true]);
    assert.ok(failures() >= 3);
    await eventually(() => states.includes(false));
    link.mend();
    await eventually(async () => {
      const before = failures();
      await limiter.count([bucketOf(9)]);
      return failures() === before;
    });
  });

  it('with Redis gone and `closed` nothing is counted and the caller is told', async (t) => {
    const { link, create } = await open(t, 'closed');
    const limiter = await create();
    link.cut();
    await assert.rejects(
      limiter.count([bucketOf(2)]),
      (error) => error instanceof RateLimitError && error.code === 'rate_limits_unavailable',
    );
  });

  for (const [what, reply] of [
    ['takes no more writes', "-READONLY You can't write against a read only replica.\r\n"],
    ['has gone without a word', ''],
  ]) {
    it(`goes to the new primary when the one it is connected to ${what}`, async (t) => {
      const link = await openRedisLink(t);
      const sockets: Socket[] = [];
      let isAsked = false;
      const address = createServer((near) => {
        const isFormer = sockets.length === 0;
        const far = connect(Number(new URL(link.url).port), '127.0.0.1');
        sockets.push(near, far);
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          from.on('error', () => {});
          from.on('close', () => to.destroy());
          from.on('data', (data) => {
            if (from === near && isFormer && /eval/i.test(data.toString('latin1'))) {
              isAsked = true;
              near.write(reply!);
            } else to.write(data);
          });
        }
      }).listen(0, '127.0.0.1');
      t.after(() => {
        address.close();
        for (const socket of sockets) socket.destroy();
      });
      await once(address, 'listening');
      const { port } = address.address() as AddressInfo;
      const limiter = createRateLimiter({
        redis: { url: `redis://127.0.0.1:${port}`, key: randomBytes(32), onFailure: 'closed' },
      });
      t.after(() => limiter.close());
      await eventually(async () => {
        const counted = await limiter.count([bucketOf(9)]).catch(() => undefined);
        return counted !== undefined;
      });
      assert.ok(isAsked);
    });
  }

  it('a Redis that hangs holds nobody up for long', async (t) => {
    const { link, create } = await open(t);
    const limiter = await create();
    link.hang();
    const bucket = bucketOf(1_000);
    const counted = await Promise.race([
      Promise.all(Array.from({ length: 50 }, () => limiter.count([bucket]))).then(() => 'counted'),
      delay(20_000, 'held up', { ref: false }),
    ]);
    assert.equal(counted, 'counted');
  });
});

/** A run in which Redis answered each time. On a busy machine it may be too late; the process then counts by itself. */
async function whenAnswered<T>(failures: () => number, run: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = failures();
    const result = await run();
    if (failures() === before) return result;
  }
}

/** Waits for something that is going to be so; a test that waits in vain ends with the runner's time limit. */
async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20);
}
