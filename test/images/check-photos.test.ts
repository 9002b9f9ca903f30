import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageIdKind } from '../../src/images/declarations.ts';
import { checkPhotos, insertImage, prepareImage } from '../../src/images/index.ts';
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
});
