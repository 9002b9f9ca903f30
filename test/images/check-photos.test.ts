import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { imageIdKind } from '../../src/images/declarations.ts';
import { checkPhotos, deleteStrayFiles, insertImage, prepareImage } from '../../src/images/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases } from '../support/database.ts';
import { cleanPhoto } from './clean-photo.ts';
import { createPhoto } from './photos.ts';
import { useStoredImages } from './stored-images.ts';

describeDatabases('checkPhotos', (kind) => {
  const opened = useStoredImages(kind);

  test('photos without a file and files without a row are counted, and young ones are neither', async () => {
    const { db, store, cipher } = opened();
    const photo = await cleanPhoto(await createPhoto({ format: 'jpeg' }));
    const images: string[] = [];
    for (let stored = 0; stored < 3; stored += 1) {
      const prepared = await prepareImage({ store, cipher }, photo);
      await prepared.written;
      await insertImage(db, prepared.image);
      images.push(prepared.image.id);
    }
    const soon = new Date(Date.now() + 1_000);
    const whole = { rows: 3, files: 3, rowsWithoutFile: 0, filesWithoutRow: 0 };
    assert.deepEqual(await checkPhotos(db, store, soon), whole);
    await store.put(createId(imageIdKind), Buffer.from('stray'));
    assert.deepEqual(await checkPhotos(db, store, soon), { ...whole, files: 4 });
    await store.delete(images[0]!);
    const nextDay = new Date(Date.now() + 25 * 3_600_000);
    assert.deepEqual(await checkPhotos(db, store, nextDay), {
      rows: 3,
      files: 3,
      rowsWithoutFile: 1,
      filesWithoutRow: 1,
    });
  });

  test('a photo that was written behind the list is not lost', async () => {
    const { db, store, cipher } = opened();
    const photo = await cleanPhoto(await createPhoto({ format: 'jpeg' }));
    const lost = (await checkPhotos(db, store, new Date())).rowsWithoutFile;
    const prepared = await prepareImage({ store, cipher }, photo);
    const listing = {
      ...store,
      async *list() {
        for await (const file of store.list()) if (file.id !== prepared.image.id) yield file;
        await prepared.written;
        await insertImage(db, prepared.image);
      },
    };
    const soon = new Date(Date.now() + 1_000);
    assert.equal((await checkPhotos(db, listing, soon)).rowsWithoutFile, lost);
  });
});

describeDatabases('deleteStrayFiles', (kind) => {
  const opened = useStoredImages(kind);

  test('an empty store is no error', async () => {
    const { db, store } = opened();
    assert.deepEqual(await deleteStrayFiles(db, store, new Date()), {
      checked: 0,
      strays: 0,
      deleted: 0,
      unfinished: 0,
    });
  });

  test('old files without a row are deleted; images and young files are not', async () => {
    const { db, store, cipher, directory } = opened();
    const now = new Date();
    const age = async (name: string, id: string, hours: number) => {
      const time = new Date(now.getTime() - hours * 3_600_000);
      await utimes(join(directory, id.slice(-3), name), time, time);
    };
    const photo = await createPhoto({ format: 'jpeg' });
    const kept = await prepareImage({ store, cipher }, await cleanPhoto(photo));
    await kept.written;
    await insertImage(db, kept.image);
    await age(kept.image.id, kept.image.id, 100);

    // More than one batch, so that its edges are crossed.
    const strays = Array.from({ length: 620 }, () => createId(imageIdKind));
    await Promise.all(strays.map((id) => store.put(id, Buffer.from('stray'))));
    await Promise.all(strays.map((id) => age(id, id, 25)));
    const young = createId(imageIdKind);
    await store.put(young, Buffer.from('young'));
    await age(young, young, 23);
    const leftover = `${kept.image.id}.0123.tmp`;
    await writeFile(join(directory, kept.image.id.slice(-3), leftover), 'half');
    await age(leftover, kept.image.id, 25);

    assert.deepEqual(await deleteStrayFiles(db, store, now, { mostShare: 1 }), {
      checked: 621,
      strays: 620,
      deleted: 620,
      unfinished: 1,
    });
    assert.equal(await store.get(strays[0]!), undefined);
    assert.ok(await store.get(kept.image.id));
    assert.ok(await store.get(young));
    assert.deepEqual(await deleteStrayFiles(db, store, now), {
      checked: 1,
      strays: 0,
      deleted: 0,
      unfinished: 0,
    });
    assert.equal((await deleteStrayFiles(db, store, new Date(now.getTime() + 7_200_000))).deleted, 1);
  });

  test('when more than a few files have no row, none is deleted: the database may be another one', async () => {
    const { db, store } = opened();
    const later = new Date(Date.now() + 25 * 3_600_000);
    const strays = Array.from({ length: 101 }, () => createId(imageIdKind));
    await Promise.all(strays.map((id) => store.put(id, Buffer.from('stray'))));
    const report = await deleteStrayFiles(db, store, later);
    assert.ok(report.strays >= 101);
    assert.equal(report.deleted, 0);
    for (const id of strays) assert.ok(await store.get(id));
    for (const id of strays.slice(50)) await store.delete(id);
    const few = await deleteStrayFiles(db, store, later);
    assert.equal(few.deleted, few.strays);
    assert.equal(await store.get(strays[0]!), undefined);
  });

  test('files written after the newest backup stay: a database put back from it has no row for them', async () => {
    const { db, store } = opened();
    const id = createId(imageIdKind);
    await store.put(id, Buffer.from('stray'));
    const later = new Date(Date.now() + 48 * 3_600_000);
    await deleteStrayFiles(db, store, later, { backedUpAt: new Date(Date.now() - 1_000) });
    assert.ok(await store.get(id));
    await deleteStrayFiles(db, store, later, { backedUpAt: new Date(Date.now() + 1_000) });
    assert.equal(await store.get(id), undefined);
  });
});
