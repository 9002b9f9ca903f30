import assert from 'node:assert/strict';
import { it } from 'node:test';
import { capturePhoto } from '../../src/faces/capture-photo.ts';
import {
  idempotencyKeyLifetimeMs,
  purgeExpiredCaptures,
  purgeIdempotencyKeys,
  sweepImages,
} from '../../src/faces/jobs.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { readImage } from '../../src/images/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases } from '../support/database.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('jobs of the face domain', (kind) => {
  const faces = useFaces(kind);

  const listCaptures = () => faces().db.selectFrom('captures').select(['id', 'image_id']).execute();
  const listFiles = async () => (await Array.fromAsync(faces().store.list())).map(({ id }) => id);

  it('an expired capture goes with its photo, unless an attempt rests on it', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    await capturePhoto(faces(), { peopleId: cpf, clientId, bytes: await createDistinctPhoto() });
    const [unused] = await listCaptures();
    await capturePhoto(faces(), { peopleId: cpf, clientId, bytes: photo });
    const { attempt } = await faces().authenticate(cpf);
    assert.equal(attempt.isMatch, true);

    await purgeExpiredCaptures(faces());
    assert.equal((await listCaptures()).length, 2, 'neither has expired');
    faces().advance(601_000);
    assert.deepEqual(await purgeExpiredCaptures(faces()), { outcome: 'done' });
    assert.deepEqual(await listCaptures(), []);
    await assert.rejects(readImage(faces(), unused!.image_id), { code: 'image_not_found' });
    assert.ok(!(await listFiles()).includes(unused!.image_id));
    assert.deepEqual(Buffer.from((await readImage(faces(), attempt.receivedImageId!)).bytes), photo);
    assert.deepEqual(await purgeExpiredCaptures(faces()), { outcome: 'done' });
  });

  it('an idempotency key is forgotten after a day, its attempt is not', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const first = await faces().authenticate(cpf, photo, 'key');
    faces().advance(idempotencyKeyLifetimeMs - 60_000);
    await purgeIdempotencyKeys(faces());
    assert.equal((await faces().authenticate(cpf, photo, 'key')).attempt.id, first.attempt.id);
    faces().advance(120_000);
    await purgeIdempotencyKeys(faces());
    const second = await faces().authenticate(cpf, photo, 'key');
    assert.equal(second.replayed, false);
    assert.notEqual(second.attempt.id, first.attempt.id);
    assert.deepEqual(Buffer.from((await readImage(faces(), first.attempt.receivedImageId!)).bytes), photo);
  });

  it('a file without a row goes once it is old, one with a row stays', async () => {
    const cpf = generateCpf();
    const { face } = await faces().register(cpf, await createDistinctPhoto());
    const stray = createId(imageIdKind);
    await faces().store.put(stray, Buffer.from('left behind'));
    faces().advance(-3 * idempotencyKeyLifetimeMs);
    await sweepImages(faces());
    assert.ok((await listFiles()).includes(stray), 'too young');
    faces().advance(6 * idempotencyKeyLifetimeMs);
    await sweepImages(faces());
    const files = await listFiles();
    assert.ok(!files.includes(stray));
    assert.ok(files.includes(face.imageId));
  });
});
