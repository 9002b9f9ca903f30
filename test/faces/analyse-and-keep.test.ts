import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EngineError } from '../../src/engine/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('an analysis whose photo is kept', (kind) => {
  const faces = useFaces(kind);

  const countFiles = async () => (await Array.fromAsync(faces().store.list())).length;

  it('takes no turn of the engine for a request that is refused, and leaves no file', async () => {
    const files = await countFiles();
    const held = faces().engine.hold();
    await assert.rejects(async () => faces().authenticate(generateCpf(), await createDistinctPhoto()), {
      code: 'face_not_registered',
    });
    assert.equal(faces().engine.pending(), 0);
    held.release();
    assert.equal(await countFiles(), files);
  });

  it('what refuses the person is said before what refuses the photo', async () => {
    await assert.rejects(faces().authenticate(generateCpf(), Buffer.from('no photo')), {
      code: 'face_not_registered',
    });
    faces().engine.failWith(new EngineError('face_not_found'));
    await assert.rejects(faces().authenticate(generateCpf(), await createDistinctPhoto()), {
      code: 'face_not_registered',
    });
    faces().engine.failWith(undefined);
  });

  it('a photo that is refused by the engine leaves nothing', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const files = await countFiles();
    faces().engine.failWith(new EngineError('face_not_found'));
    await assert.rejects(faces().authenticate(cpf, photo), { code: 'face_not_found' });
    faces().engine.failWith(undefined);
    assert.equal(await countFiles(), files);
  });
});
