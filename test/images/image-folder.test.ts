import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { faceIdKind } from '../../src/faces/declarations.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { createImageFolder } from '../../src/images/image-folder.ts';
import { createId } from '../../src/platform/ids.ts';

async function createStore(t: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'confere-images-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const directory = join(parent, 'images');
  return { directory, store: createImageFolder({ directory }) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('bytes come back as they were put, and the second put wins', async (t) => {
  const { store } = await createStore(t);
  const id = createId(imageIdKind);
  const bytes = randomBytes(300_000);
  await store.put(id, bytes);
  assert.deepEqual(await store.get(id), bytes);
  await store.put(id, Buffer.from('second'));
  assert.deepEqual(await store.get(id), Buffer.from('second'));
  assert.equal(await store.get(createId(imageIdKind)), undefined);
});

test('a deleted image is gone, and deleting it again is no error', async (t) => {
  const { store } = await createStore(t);
  const id = createId(imageIdKind);
  await store.put(id, Buffer.from('x'));
  await store.delete(id);
  assert.equal(await store.get(id), undefined);
  await store.delete(id);
});

test('files and folders can be read by the owner only, and hold no temporary files', async (t) => {
  const { directory, store } = await createStore(t);
  const id = createId(imageIdKind);
  await store.put(id, Buffer.from('x'));
  const folder = join(directory, id.slice(-3));
  assert.deepEqual(await readdir(folder), [id]);
  assert.equal((await stat(join(folder, id))).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await stat(directory)).mode & 0o777, 0o700);
});

test('nothing but an image id names a file', async (t) => {
  const { directory, store } = await createStore(t);
  const evil = `img_${'../'.repeat(11)}`.slice(0, 36);
  for (const id of [
    '',
    '..',
    '../../etc/passwd',
    evil,
    createId(faceIdKind),
    `${createId(imageIdKind)}\0`,
    'img_x',
  ]) {
    await assert.rejects(store.put(id, Buffer.from('x')), TypeError);
    await assert.rejects(store.get(id), TypeError);
    await assert.rejects(store.delete(id), TypeError);
  }
  await assert.rejects(access(directory));
});

test('a put that fails leaves neither the image nor a temporary file', async (t) => {
  const { directory, store } = await createStore(t);
  const id = createId(imageIdKind);
  const folder = join(directory, id.slice(-3));
  // A folder stands where the file should go, so that the last step fails.
  await mkdir(join(folder, id), { recursive: true });
  await assert.rejects(store.put(id, Buffer.from('x')));
  assert.deepEqual(await readdir(folder), [id]);
});

test('a hundred puts at once all arrive, also into new folders', async (t) => {
  const { store } = await createStore(t);
  const ids = Array.from({ length: 100 }, () => createId(imageIdKind));
  await Promise.all(ids.map((id) => store.put(id, Buffer.from(id))));
  for (const id of ids) assert.equal(String(await store.get(id)), id);
  assert.deepEqual((await collect(store.list())).map((file) => file.id).sort(), ids.sort());
});

test('a store without a folder yet is empty', async (t) => {
  const { store } = await createStore(t);
  assert.deepEqual(await collect(store.list()), []);
  assert.equal(await store.discardUnfinished(new Date()), 0);
});

test('old leftovers of unfinished puts are discarded, young ones and images are not', async (t) => {
  const { directory, store } = await createStore(t);
  const id = createId(imageIdKind);
  await store.put(id, Buffer.from('x'));
  const folder = join(directory, id.slice(-3));
  const old = new Date(Date.now() - 7_200_000);
  for (const name of ['old', 'young']) await writeFile(join(folder, `${id}.${name}.tmp`), 'half');
  await utimes(join(folder, `${id}.old.tmp`), old, old);
  await utimes(join(folder, id), old, old);
  assert.equal(await store.discardUnfinished(new Date(Date.now() - 3_600_000)), 1);
  assert.deepEqual((await readdir(folder)).sort(), [id, `${id}.young.tmp`]);
  assert.deepEqual(
    (await collect(store.list())).map((file) => file.id),
    [id],
  );
});
