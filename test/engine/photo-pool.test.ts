import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { EngineError } from '../../src/engine/errors.ts';
import { PhotoPool, type PhotoPoolOptions } from '../../src/engine/photo-pool.ts';

type Answer = { readonly kind: 'answered'; readonly length: number };

const atOnce = Uint8Array.of(0, 0, 0);
const slowly = Uint8Array.of(1, 60);
const dying = Uint8Array.of(2);
const throwing = Uint8Array.of(3);

test('a photo is answered, and its bytes stay with the caller', async (t) => {
  const pool = await startPool(t, {});
  const photo = Buffer.from(atOnce);
  const view = photo.subarray(0, 2);
  assert.equal((await pool.run(view)).length, 2);
  assert.deepEqual([...photo], [...atOnce]);
});

test('a photo in shared memory is answered too', async (t) => {
  const pool = await startPool(t, {});
  assert.equal((await pool.run(new Uint8Array(new SharedArrayBuffer(5)))).length, 5);
});

test('a photo beyond the limit is refused at once, and there is room again afterwards', async (t) => {
  const pool = await startPool(t, { maxPending: 2 });
  const running = [pool.run(slowly), pool.run(atOnce)];
  await assert.rejects(pool.run(atOnce), hasCode('face_engine_busy'));
  await Promise.all(running);
  assert.equal((await pool.run(atOnce)).length, 3);
});

test('an answer that comes too late is a timeout, for who waited behind it as well', async (t) => {
  const pool = await startPool(t, { timeoutMs: 200 });
  const first = pool.run(slowly);
  const second = pool.run(atOnce);
  await assert.rejects(first, hasCode('face_engine_timeout'));
  await assert.rejects(second, hasCode('face_engine_timeout'));
});

test('what outlives its time still counts against the limit until it is done', async (t) => {
  const pool = await startPool(t, { timeoutMs: 100, maxPending: 1 });
  await assert.rejects(pool.run(slowly), hasCode('face_engine_timeout'));
  await assert.rejects(pool.run(atOnce), hasCode('face_engine_busy'));
});

test('photos are answered in the order they came in, however many come after', async (t) => {
  const pool = await startPool(t, {});
  const order: number[] = [];
  let sent = 0;
  const send = async (): Promise<void> => {
    const own = sent++;
    await pool.run(atOnce);
    order.push(own);
    if (sent < 30) await send();
  };
  await Promise.all([send(), send(), send(), send()]);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test('a worker that dies takes its own photo with it, and the next one is answered', async (t) => {
  const pool = await startPool(t, {});
  const lost = pool.run(dying);
  const next = pool.run(atOnce);
  await assert.rejects(lost, /dying as told/);
  assert.equal((await next).length, 3);
  assert.equal((await pool.run(atOnce)).length, 3);
});

test('a worker that throws goes on to the next photo', async (t) => {
  const pool = await startPool(t, {});
  await assert.rejects(pool.run(throwing), /as told/);
  assert.equal((await pool.run(atOnce)).length, 3);
});

test('photos are counted as waiting or with a worker until they are done', async (t) => {
  const pool = await startPool(t, { workers: 2 });
  assert.deepEqual(pool.workload, { waiting: 0, busy: 0, workers: 2 });
  const running = [pool.run(slowly), pool.run(slowly), pool.run(atOnce)];
  assert.deepEqual(pool.workload, { waiting: 1, busy: 2, workers: 2 });
  await Promise.all(running);
  assert.deepEqual(pool.workload, { waiting: 0, busy: 0, workers: 2 });
});

test('closing ends the wait for workers that have not loaded', async (t) => {
  const pool = openPool(t, {});
  const loaded = assert.rejects(pool.loaded(), /closed before/);
  await pool.close();
  await loaded;
});

test('closing waits for every photo taken in and refuses new ones', async (t) => {
  const pool = await startPool(t, {});
  const running = [pool.run(slowly), pool.run(atOnce)];
  const closed = pool.close();
  await assert.rejects(pool.run(atOnce), hasCode('face_engine_busy'));
  assert.deepEqual(
    (await Promise.all(running)).map(({ length }) => length),
    [2, 3],
  );
  await closed;
});

async function startPool(t: TestContext, options: Partial<PhotoPoolOptions>): Promise<PhotoPool<Answer>> {
  const pool = openPool(t, options);
  await pool.loaded();
  return pool;
}

function openPool(t: TestContext, options: Partial<PhotoPoolOptions>): PhotoPool<Answer> {
  const pool = new PhotoPool<Answer>({
    module: new URL('../support/scripted-photo-worker.ts', import.meta.url),
    workers: 1,
    maxPending: 10,
    timeoutMs: 10_000,
    workerData: {},
    ...options,
  });
  t.after(() => pool.close());
  return pool;
}

function hasCode(code: string): (error: unknown) => boolean {
  return (error) => error instanceof EngineError && error.code === code && error.kind === 'unavailable';
}
