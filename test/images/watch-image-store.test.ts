import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createS3Client } from '../../src/images/create-s3-client.ts';
import { probeBucket, probeFolder, watchImageStore } from '../../src/images/watch-image-store.ts';
import { answerS3Error, openHostileS3 } from '../support/hostile-s3.ts';

describe('watching the image store', () => {
  it('a store that never answers counts as away, and many ask it once', async () => {
    let asked = 0;
    const isReachable = watchImageStore(() => {
      asked += 1;
      return new Promise(() => {});
    });
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
      assert.equal(await watchImageStore(() => probeBucket(client, 'confere-deployment'))(), isReachable);
    });
  }

  it('a folder counts when it can be used, or when the first photo can make it', async (t) => {
    const around = await mkdtemp(join(tmpdir(), 'confere-watch-'));
    t.after(() => rm(around, { recursive: true, force: true }));
    const ask = (directory: string, of = around) => watchImageStore(() => probeFolder(directory, of))();
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
