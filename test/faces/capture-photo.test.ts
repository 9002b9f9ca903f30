import assert from 'node:assert/strict';
import { it } from 'node:test';
import { capturePhoto, capturesKept } from '../../src/faces/capture-photo.ts';
import { readImage } from '../../src/images/index.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('captures that wait for one CPF', (kind) => {
  const faces = useFaces(kind);

  const capture = async (peopleId: Cpf, client = clientId) => {
    faces().advance(10);
    return await capturePhoto(faces(), { peopleId, clientId: client, bytes: await createDistinctPhoto() });
  };
  const listCaptures = () =>
    faces().db.selectFrom('captures').select(['id', 'image_id']).orderBy('created_at').execute();
  const countFiles = async () => (await Array.fromAsync(faces().store.list())).length;

  it('are some at most, and the oldest give way with their photos', async () => {
    const cpf = generateCpf();
    const elsewhere = [await capture(generateCpf()), await capture(cpf, 'cli_of_somebody_else')];
    for (let count = 0; count < capturesKept; count += 1) await capture(cpf);
    const before = await listCaptures();
    const files = await countFiles();
    assert.equal(before.length, capturesKept + elsewhere.length);

    const newest = await capture(cpf);
    const after = await listCaptures();
    const gone = before[elsewhere.length]!;
    assert.deepEqual(
      after.map(({ id }) => id),
      [...before.map(({ id }) => id).filter((id) => id !== gone.id), newest.id],
    );
    assert.equal(await countFiles(), files);
    await assert.rejects(readImage(faces(), gone.image_id), { code: 'image_not_found' });
  });

  it('do not count once they are used, and evidence stays', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    await capturePhoto(faces(), { peopleId: cpf, clientId, bytes: photo });
    const { attempt } = await faces().authenticate(cpf);
    for (let count = 0; count <= capturesKept; count += 1) await capture(cpf);
    assert.deepEqual(Buffer.from((await readImage(faces(), attempt.receivedImageId!)).bytes), photo);
  });

  it('leave no file where the store took the photo and its answer was lost', async () => {
    const files = await countFiles();
    const { store } = faces();
    let deleting: Promise<void> | undefined;
    const lossy: typeof store = {
      ...store,
      async put(id, bytes) {
        await store.put(id, bytes);
        throw new Error('the connection broke');
      },
      delete(id) {
        deleting = store.delete(id);
        return deleting;
      },
    };
    const request = { peopleId: generateCpf(), clientId, bytes: await createDistinctPhoto() };
    await assert.rejects(capturePhoto({ ...faces(), store: lossy }, request), {
      code: 'image_store_unavailable',
    });
    await deleting;
    assert.equal(await countFiles(), files);
  });
});
