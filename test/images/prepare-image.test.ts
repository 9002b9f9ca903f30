import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { faceIdKind } from '../../src/faces/declarations.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { deleteImages, findImage, insertImageIn } from '../../src/images/image-records-store.ts';
import {
  type ImageFiles,
  insertImage,
  inspectPhoto,
  prepareImage,
  readImage,
} from '../../src/images/index.ts';
import { EncryptionError } from '../../src/platform/encryption/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases } from '../support/database.ts';
import { cleanPhoto } from './clean-photo.ts';
import { createPhoto, photoFormats, privateWords } from './photos.ts';
import { useStoredImages } from './stored-images.ts';

describeDatabases('stored images', (kind) => {
  const opened = useStoredImages(kind);

  test('a photo comes back without its metadata and with the type of what is stored', async () => {
    const deps = opened();
    for (const format of photoFormats) {
      const photo = await createPhoto({ format });
      const prepared = await prepareImage(deps, await cleanPhoto(photo));
      await prepared.written;
      await insertImage(deps.db, prepared.image);
      const { bytes, contentType } = await readImage(deps, prepared.image.id);
      assert.equal(contentType, format === 'avif' ? 'image/jpeg' : `image/${format}`);
      const info = inspectPhoto(bytes);
      assert.deepEqual([info.contentType, info.width, info.height], [contentType, 96, 64]);
      for (const word of privateWords) assert.equal(Buffer.from(bytes).includes(word), false);
    }
  });

  test('the row says what is stored, and is found as it was inserted', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg', width: 120, height: 80 });
    const clock = { now: () => new Date('2026-03-04T05:06:07.890Z') };
    const { image, written } = await prepareImage({ ...deps, clock }, await cleanPhoto(photo));
    await written;
    await insertImage(deps.db, image);
    const { bytes } = await readImage(deps, image.id);
    const found = await findImage(deps.db, image.id);
    assert.ok(found);
    assert.deepEqual(found.createdAt, clock.now());
    assert.equal(found.sizeBytes, bytes.byteLength);
    assert.deepEqual([found.width, found.height, found.contentType], [120, 80, 'image/jpeg']);
    assert.deepEqual({ ...found, wrappedKey: 0 }, { ...image, wrappedKey: 0 });
    assert.deepEqual(Buffer.from(found.wrappedKey), Buffer.from(image.wrappedKey));
  });

  test('the row can be inserted as part of a larger statement', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'png' });
    const { image, written } = await prepareImage(deps, await cleanPhoto(photo));
    await written;
    await deps.db
      .with('image', (qb) => insertImageIn(qb, image))
      .selectFrom('image')
      .select('id')
      .execute();
    assert.ok(await readImage(deps, image.id));
  });

  test('what stands in the store is not readable and names nobody', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg', metadata: false });
    const { image, written } = await prepareImage(deps, await cleanPhoto(photo));
    await written;
    const file = await readFile(join(deps.directory, image.id.slice(-3), image.id));
    assert.equal(file.includes(photo.subarray(200, 216)), false);
    assert.throws(() => inspectPhoto(file));
  });

  test('deleting the row erases the image even while the file still stands', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'webp' });
    const { image, written } = await prepareImage(deps, await cleanPhoto(photo));
    await written;
    await insertImage(deps.db, image);
    const isDeleted = await deps.db.transaction().execute((tx) => deleteImages(tx, [image.id]));
    assert.deepEqual(isDeleted, [image.id]);
    assert.ok(await deps.store.get(image.id));
    assert.equal(await findImage(deps.db, image.id), undefined);
    await assert.rejects(readImage(deps, image.id), { code: 'image_not_found' });
    assert.deepEqual(await deps.db.transaction().execute((tx) => deleteImages(tx, [image.id])), []);
  });

  test('an altered file and a file of another image are refused', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg' });
    const [one, two] = [
      await prepareImage(deps, await cleanPhoto(photo)),
      await prepareImage(deps, await cleanPhoto(photo)),
    ];
    for (const each of [one, two]) {
      await each.written;
      await insertImage(deps.db, each.image);
    }
    const path = join(deps.directory, one.image.id.slice(-3), one.image.id);
    const file = await readFile(path);
    file[file.length >> 1]! ^= 1;
    await writeFile(path, file);
    await assert.rejects(readImage(deps, one.image.id), EncryptionError);
    await deps.store.put(one.image.id, (await deps.store.get(two.image.id))!);
    await assert.rejects(readImage(deps, one.image.id), EncryptionError);
  });

  test('a file and key moved to another row together do not open there', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg' });
    const { image, written } = await prepareImage(deps, await cleanPhoto(photo));
    await written;
    const other = { ...image, id: createId(imageIdKind) };
    await deps.store.put(other.id, (await deps.store.get(image.id))!);
    await insertImage(deps.db, other);
    await assert.rejects(readImage(deps, other.id), EncryptionError);
  });

  test('a missing file, a store that fails and an unknown id are told apart', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg' });
    const { image, written } = await prepareImage(deps, await cleanPhoto(photo));
    await written;
    await insertImage(deps.db, image);
    await deps.store.delete(image.id);
    await assert.rejects(readImage(deps, image.id), { code: 'image_store_unavailable' });
    const failing: ImageFiles = { ...deps.store, get: () => Promise.reject(new Error('disk gone')) };
    await assert.rejects(readImage({ ...deps, store: failing }, image.id), {
      code: 'image_store_unavailable',
    });
    for (const id of [createId(imageIdKind), createId(faceIdKind), '../x', '']) {
      await assert.rejects(readImage(deps, id), { code: 'image_not_found' });
    }
  });

  test('the database refuses rows that cannot be images', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg' });
    const { image, written } = await prepareImage(deps, await cleanPhoto(photo));
    await written;
    for (const wrong of [{ id: 'x' }, { width: 0 }, { sizeBytes: 0 }]) {
      await assert.rejects(insertImage(deps.db, { ...image, ...wrong }));
    }
    assert.equal(await findImage(deps.db, image.id), undefined);
  });

  test('a discarded image leaves no file', async () => {
    const deps = opened();
    const photo = await createPhoto({ format: 'jpeg' });
    const prepared = await prepareImage(deps, await cleanPhoto(photo));
    await prepared.discard();
    assert.equal(await deps.store.get(prepared.image.id), undefined);
  });

  test('a store that hangs keeps nobody waiting for the removal of a file', async () => {
    const deps = opened();
    const photo = await cleanPhoto(await createPhoto({ format: 'jpeg' }));
    const asked: string[] = [];
    const never = (id: string) => {
      asked.push(id);
      return new Promise<void>(() => {});
    };
    for (const put of [deps.store.put, () => Promise.reject(new Error('the time limit is over'))]) {
      const prepared = await prepareImage({ ...deps, store: { ...deps.store, put, delete: never } }, photo);
      await prepared.discard();
      assert.deepEqual(asked.splice(0), [prepared.image.id]);
    }
  });

  test('a write that fails rejects as unavailable, and is no unhandled rejection when nobody waits', async () => {
    const deps = opened();
    const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const store: ImageFiles = { ...deps.store, put: full, delete: full };
    const photo = await createPhoto({ format: 'jpeg' });
    const prepared = await prepareImage({ ...deps, store }, await cleanPhoto(photo));
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(prepared.written, { code: 'image_store_unavailable', kind: 'unavailable' });
    await prepared.discard();
  });
});
