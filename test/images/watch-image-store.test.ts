import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createS3Client } from '../../src/images/create-s3-client.ts';
import { readObject } from '../../src/images/image-bucket.ts';
import type { ImageFiles } from '../../src/images/image-files.ts';
import { probeFolder, refuseWhileAway, watchImageStore } from '../../src/images/watch-image-store.ts';
import { answerS3Error, openHostileS3 } from '../support/hostile-s3.ts';

describe('watching the image store', () => {
  it('a store that never answers counts as away, and many ask it once', async (t) => {
    let asked = 0;
    const watch = watchImageStore(() => {
      asked += 1;
      return new Promise(() => {});
    });
    t.after(() => watch[Symbol.dispose]());
    const { isReachable } = watch;
    assert.deepEqual(await Promise.all([isReachable(), isReachable(), isReachable()]), [false, false, false]);
    assert.equal(await isReachable(), false);
    assert.equal(asked, 1);
  });

  for (const [status, code, isReachable] of [
    [404, 'NoSuchKey', true],
    [404, 'NoSuchBucket', false],
    [403, 'AccessDenied', false],
    [503, 'SlowDown', false],
  ] as const) {
    it(`a bucket that answers ${status} ${code} is ${isReachable ? 'there' : 'away'}`, async (t) => {
      const s3 = await openHostileS3(t, (_request, response) => answerS3Error(response, status, code));
      const client = createS3Client({ ...s3, limits: { tries: 1 } });
      t.after(() => client.close());
      const watch = watchImageStore(() => client.send({ method: 'GET', key: 'object' }, readObject));
      t.after(() => watch[Symbol.dispose]());
      assert.equal(await watch.isReachable(), isReachable);
    });
  }

  it('a store that was away twice in a row is not asked until it is back, and each change is told once', async (t) => {
    let isThere = false;
    const told: string[] = [];
    const watch = watchImageStore(async () => {
      if (!isThere) throw new Error('gone');
    });
    t.after(() => watch[Symbol.dispose]());
    const next = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    watch.onChange(({ isAway, cause }) => {
      told.push(isAway ? `away: ${(cause as Error).message}` : 'back');
      (isAway ? next : back).resolve();
    });
    const puts: string[] = [];
    const refuse = async () => await Promise.reject(new Error('refused'));
    const none: ImageFiles = {
      put: async (id) => void puts.push(id),
      get: refuse,
      delete: refuse,
      discardUnfinished: async () => 0,
      async *list() {},
    };
    const store = refuseWhileAway(none, watch);
    // A failure of the store itself has it probed; a single failed probe refuses nobody.
    await assert.rejects(store.get('a'), /refused/);
    assert.equal(await watch.isReachable(), false);
    await store.put('a', Buffer.from(''));
    await next.promise;
    const isAway = { code: 'image_store_unavailable', retryAfterSeconds: 5 };
    for (const work of [store.put('b', Buffer.from('')), store.get('b'), store.delete('b')])
      await assert.rejects(work, isAway);
    isThere = true;
    await back.promise;
    await store.put('c', Buffer.from(''));
    assert.deepEqual(puts, ['a', 'c']);
    assert.deepEqual(told, ['away: gone', 'back']);
  });

  it('a folder counts when it can be used, or when the first photo can make it', async (t) => {
    const around = await mkdtemp(join(tmpdir(), 'confere-watch-'));
    t.after(() => rm(around, { recursive: true, force: true }));
    const ask = async (directory: string, of = around) => {
      using watch = watchImageStore(() => probeFolder(directory, of));
      return await watch.isReachable();
    };
    assert.equal(await ask(join(around, 'images')), true);
    await mkdir(join(around, 'images'));
    assert.equal(await ask(join(around, 'images')), true);
    assert.equal(await ask(join(around, 'gone', 'images'), join(around, 'gone')), false);
    await writeFile(join(around, 'file'), '');
    assert.equal(await ask(join(around, 'file', 'images')), false);
    // The superuser may use every folder.
    if (process.getuid?.() === 0) return;
    await chmod(join(around, 'images'), 0o500);
    assert.equal(await ask(join(around, 'images')), false);
  });
});
