import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { EngineError } from '../../src/engine/index.ts';
import { authenticateFace } from '../../src/faces/authenticate-face.ts';
import { deleteRegisteredFaces } from '../../src/faces/registered-faces.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('findReplayedReference', (kind) => {
  const faces = useFaces(kind);

  const findRow = (id: string) =>
    faces().db.selectFrom('face_fingerprints').selectAll().where('id', '=', id).executeTakeFirst();

  it('a copy of any of the reference photos never matches, and is compared with the one it copies', async () => {
    const cpf = generateCpf();
    const [first, second] = [await createDistinctPhoto(), await createDistinctPhoto()];
    const { face } = await faces().register(cpf, first);
    await faces().register(cpf, second);
    faces().engine.seeCopies(true);
    const { attempt } = await faces()
      .authenticate(cpf, first)
      .finally(() => faces().engine.seeCopies(false));
    assert.equal(attempt.decision.outcome, 'reference_replayed');
    assert.deepEqual(attempt.liveness, { probability: 0, isAlive: false });
    assert.equal(attempt.faceMatch.isFaceMatch, true);
    assert.equal(attempt.isMatch, false);
    assert.equal(attempt.registeredImageId, face.imageId);
  });

  it('a reference photo without a fingerprint, or with one drawn otherwise, gets one from the stored photo', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    const { face } = await faces().register(cpf, photo);
    const made = await findRow(face.id);
    assert.equal(made?.method, 'stand-in@1');
    for (const forget of [
      () => faces().db.deleteFrom('face_fingerprints').where('id', '=', face.id).execute(),
      () =>
        faces()
          .db.updateTable('face_fingerprints')
          .set({ method: 'older@1' })
          .where('id', '=', face.id)
          .execute(),
    ]) {
      await forget();
      faces().engine.seeCopies(true);
      const { attempt } = await faces()
        .authenticate(cpf, photo)
        .finally(() => faces().engine.seeCopies(false));
      assert.equal(attempt.decision.outcome, 'reference_replayed');
      assert.equal((await findRow(face.id))?.method, 'stand-in@1');
    }
  });

  it('the fingerprint is sealed, and goes with the reference photo', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    const { face, analysis } = await faces().register(cpf, photo);
    const row = await findRow(face.id);
    assert.ok(row !== undefined);
    assert.ok(!Buffer.from(row.ciphertext).includes(Buffer.from(analysis.fingerprint)));
    await deleteRegisteredFaces(faces(), cpf);
    assert.equal(await findRow(face.id), undefined);
  });

  it('an engine that is busy is told as such: the photo is neither let through unseen nor kept', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    const { face } = await faces().register(cpf, photo);
    await faces().db.deleteFrom('face_fingerprints').where('id', '=', face.id).execute();
    const { engine } = faces();
    const { analyse } = engine;
    let analysed = 0;
    const deps = {
      ...faces(),
      engine: {
        ...engine,
        analyse: async (...args: Parameters<typeof analyse>) => {
          analysed += 1;
          if (analysed > 1) throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
          return await analyse(...args);
        },
      },
    };
    const request = {
      peopleId: cpf,
      photo: { kind: 'bytes', bytes: photo } as const,
      device: undefined,
      sourceIp: '203.0.113.9',
      clientId: 'cli_01a1fd3fdd4c70ae8910617df9e4edd8',
    };
    const listFiles = async () =>
      (await readdir(faces().directory, { recursive: true })).filter((name) => name.includes('img_')).sort();
    const before = await listFiles();
    await assert.rejects(authenticateFace(deps, request), { code: 'face_engine_busy' });
    assert.deepEqual(await listFiles(), before);
  });
});
