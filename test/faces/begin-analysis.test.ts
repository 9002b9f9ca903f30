import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EngineError } from '../../src/engine/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('an analysis begun before it is known whether anybody is compared', (kind) => {
  const faces = useFaces(kind);

  const countFiles = async () => (await Array.fromAsync(faces().store.list())).length;

  it('begins once references were of the model in use, with an idle worker; the refusal waits for nothing, and leaves nothing', async () => {
    const refuseOne = () =>
      assert.rejects(async () => faces().authenticate(generateCpf(), await createDistinctPhoto()), {
        code: 'face_not_registered',
      });
    const held = faces().engine.hold();
    await refuseOne();
    assert.equal(faces().engine.pending(), 0, 'no references are known');
    held.release();
    const [cpf, photo] = [generateCpf(), await createDistinctPhoto()];
    await faces().register(cpf, photo);
    await faces().authenticate(cpf, photo);
    const files = await countFiles();
    const again = faces().engine.hold();
    await refuseOne();
    assert.equal(faces().engine.pending(), 1);
    again.release();
    assert.equal(await countFiles(), files);
  });

  it('takes no turn of a busy engine for a request that is refused', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const held = faces().engine.hold();
    const running = faces().authenticate(cpf, photo);
    while (faces().engine.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(faces().authenticate(generateCpf(), photo), { code: 'face_not_registered' });
    assert.equal(faces().engine.pending(), 1);
    held.release();
    assert.equal((await running).attempt.isMatch, true);
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
