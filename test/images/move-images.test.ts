import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { deleteStrayFiles } from '../../src/images/check-photos.ts';
import { createS3Client } from '../../src/images/create-s3-client.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { createImageBucket } from '../../src/images/image-bucket.ts';
import { createImageFolder } from '../../src/images/image-folder.ts';
import { deleteImages } from '../../src/images/image-records-store.ts';
import type { ImageFiles } from '../../src/images/index.ts';
import { insertImage, prepareImage, readImage } from '../../src/images/index.ts';
import { type MoveProgress, moveImages } from '../../src/images/move-images.ts';
import { combineImageFiles } from '../../src/images/open-image-files.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { createId } from '../../src/platform/ids.ts';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabaseKind,
  type TestScope,
} from '../support/database.ts';
import { openS3Server, type S3ServerKind, s3ServerKinds } from '../support/s3-servers.ts';
import { cleanPhoto } from './clean-photo.ts';
import { createPhoto } from './photos.ts';

const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });

async function openFiles(t: TestScope): Promise<ImageFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'confere-images-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return createImageFolder({ directory });
}

async function openDeployment(t: TestScope, kind: TestDatabaseKind, s3Kind: S3ServerKind = 's3rver-strict') {
  const { db } = await openTestDatabase(t, kind);
  const client = createS3Client(await openS3Server(t, s3Kind));
  t.after(() => client.close());
  return { db, files: await openFiles(t), s3: createImageBucket(client, { pageSize: 7 }) };
}

const photo = await cleanPhoto(await createPhoto({ format: 'jpeg' }));

async function keepPhotos(db: Parameters<typeof insertImage>[0], store: ImageFiles, count: number) {
  const ids: string[] = [];
  for (let kept = 0; kept < count; kept += 1) {
    const { image, written } = await prepareImage({ store, cipher }, photo);
    await written;
    await insertImage(db, image);
    ids.push(image.id);
  }
  return ids;
}

async function listIds(store: ImageFiles): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  return ids.sort();
}

describeDatabases('moving photos', (kind) => {
  for (const s3Kind of s3ServerKinds) {
    it(`takes every photo to ${s3Kind} and back, readable throughout`, async (t) => {
      const { db, files, s3 } = await openDeployment(t, kind, s3Kind);
      const ids = (await keepPhotos(db, files, 20)).sort();
      const reads = { count: 0, isOver: false };
      const readAll = async (store: ImageFiles) => {
        while (!reads.isOver) {
          for (const id of ids) {
            const { bytes } = await readImage({ db, store, cipher }, id);
            assert.deepEqual(Buffer.from(bytes), Buffer.from(photo.bytes));
            reads.count += 1;
          }
        }
      };
      for (const [from, to] of [
        [files, s3],
        [s3, files],
      ] as const) {
        reads.isOver = false;
        // One process writes to the new place already, another one has not been started again.
        const reading = Promise.all([
          readAll(combineImageFiles(to, from)),
          readAll(combineImageFiles(from, to)),
        ]);
        const progress: MoveProgress[] = [];
        const moving = moveImages({ db, from, to }, { onProgress: (at) => progress.push(at) });
        const result = await moving.finally(() => {
          reads.isOver = true;
        });
        await reading;
        assert.deepEqual(result, { moved: 20, erased: 0, left: 0 });
        assert.deepEqual(await listIds(to), ids);
        assert.deepEqual(await listIds(from), []);
        assert.deepEqual(progress.at(-1), { done: 20, total: 20 });
      }
      assert.ok(reads.count > 40);
    });
  }

  it('goes on after the new place failed in the middle, and loses nothing', async (t) => {
    const { db, files, s3 } = await openDeployment(t, kind);
    const ids = (await keepPhotos(db, files, 12)).sort();
    let puts = 0;
    const failing: ImageFiles = {
      ...s3,
      async put(id, bytes) {
        puts += 1;
        if (puts > 5) throw new Error('away');
        await s3.put(id, bytes);
      },
    };
    await assert.rejects(moveImages({ db, from: files, to: failing }), /away/);
    const [here, there] = [await listIds(files), await listIds(s3)];
    assert.ok(here.length > 0 && there.length > 0);
    assert.deepEqual([...here, ...there].sort(), ids);
    await moveImages({ db, from: files, to: s3 });
    assert.deepEqual(await listIds(s3), ids);
    assert.deepEqual(await listIds(files), []);
  });

  it('ends when it is told to, and keeps every photo', async (t) => {
    const { db, files, s3 } = await openDeployment(t, kind);
    const ids = (await keepPhotos(db, files, 12)).sort();
    const controller = new AbortController();
    const slow: ImageFiles = {
      ...s3,
      async put(id, bytes) {
        await s3.put(id, bytes);
        controller.abort();
      },
    };
    await assert.rejects(moveImages({ db, from: files, to: slow }, { signal: controller.signal }), {
      name: 'AbortError',
    });
    const found = new Set([...(await listIds(files)), ...(await listIds(s3))]);
    assert.deepEqual([...found].sort(), ids);
  });

  it('deletes no photo in the old place that the new one altered', async (t) => {
    const { db, files, s3 } = await openDeployment(t, kind);
    const ids = (await keepPhotos(db, files, 3)).sort();
    const halving: ImageFiles = { ...s3, put: (id, bytes) => s3.put(id, bytes.subarray(0, 100)) };
    await assert.rejects(moveImages({ db, from: files, to: halving }), { code: 'image_store_unavailable' });
    assert.deepEqual(await listIds(files), ids);
  });

  it('leaves a photo that is erased meanwhile in neither place', async (t) => {
    const { db, files, s3 } = await openDeployment(t, kind);
    const [erased, kept] = (await keepPhotos(db, files, 2)) as [string, string];
    const both = combineImageFiles(s3, files);
    let isErased = false;
    const erasing: ImageFiles = {
      ...s3,
      async put(id, bytes) {
        if (!isErased) {
          isErased = true;
          await db.transaction().execute((tx) => deleteImages(tx, [erased]));
          await both.delete(erased);
        }
        await s3.put(id, bytes);
      },
    };
    const result = await moveImages({ db, from: files, to: erasing });
    assert.equal(result.moved, 1);
    assert.equal(result.erased, 1);
    assert.deepEqual(await listIds(both), [kept]);
  });

  it('goes on when a photo is erased after it was written and before it was read back', async (t) => {
    const { db, files, s3 } = await openDeployment(t, kind);
    const [erased, kept] = (await keepPhotos(db, files, 2)) as [string, string];
    const both = combineImageFiles(s3, files);
    const erasing: ImageFiles = {
      ...s3,
      async put(id, bytes) {
        await s3.put(id, bytes);
        if (id !== erased) return;
        await db.transaction().execute((tx) => deleteImages(tx, [erased]));
        await both.delete(erased);
      },
    };
    const result = await moveImages({ db, from: files, to: erasing });
    assert.deepEqual(result, { moved: 1, erased: 1, left: 0 });
    assert.deepEqual(await listIds(both), [kept]);
  });

  it('leaves no photo out of a list of both places', async (t) => {
    const [from, to] = [await openFiles(t), await openFiles(t)];
    const id = createId(imageIdKind);
    await from.put(id, Buffer.from('photo'));
    const move = async () => {
      await to.put(id, Buffer.from('photo'));
      await from.delete(id);
    };
    const movesAfter = (files: ImageFiles): ImageFiles => ({
      ...files,
      async *list() {
        yield* files.list();
        await move();
      },
    });
    const listed = await listIds(combineImageFiles(movesAfter(to), movesAfter(from)));
    assert.deepEqual([...new Set(listed)], [id]);
  });

  it('leaves bytes without a row to the sweep, which clears both places', async (t) => {
    const { db, files, s3 } = await openDeployment(t, kind);
    const ids = await keepPhotos(db, s3, 1);
    await files.put(createId(imageIdKind), Buffer.from('stray'));
    await s3.put(createId(imageIdKind), Buffer.from('stray'));
    assert.deepEqual(await moveImages({ db, from: files, to: s3 }), { moved: 0, erased: 0, left: 1 });
    const both = combineImageFiles(s3, files);
    assert.equal((await listIds(both)).length, 3);
    const report = await deleteStrayFiles(db, both, new Date(Date.now() + 25 * 3_600_000));
    assert.equal(report.deleted, 2);
    assert.deepEqual(await listIds(both), ids);
  });
});
