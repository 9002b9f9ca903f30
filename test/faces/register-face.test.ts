import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { registerFace } from '../../src/faces/register-face.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { PrivacyError } from '../../src/privacy/errors.ts';
import { describeDatabases } from '../support/database.ts';
import { addNewerModel } from './add-newer-model.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

describeDatabases('registerFace', (kind) => {
  const faces = useFaces(kind);
  const listFiles = async () =>
    (await readdir(faces().directory, { recursive: true })).filter((name) => name.includes('img_')).sort();

  it('a poor photo is refused with its reason, and nothing of it is kept', async () => {
    const cpf = generateCpf();
    await faces().register(cpf, await createDistinctPhoto());
    const before = await listFiles();
    faces().engine.seeQuality({ yawDegrees: 60 });
    await assert.rejects(faces().register(cpf, await createDistinctPhoto()), {
      code: 'face_pose_extreme',
      detail: /turned by 60 degrees to the side/,
    });
    assert.deepEqual(await listFiles(), before);
    faces().engine.seeQuality({});
    const { references } = await faces().register(cpf, await createDistinctPhoto());
    assert.equal(references, 2);
  });

  it('the same photo is good enough to be compared, and its figures stay with the attempt', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    faces().engine.seeQuality({ yawDegrees: 39 });
    const { attempt } = await faces().authenticate(cpf, photo);
    faces().engine.seeQuality({});
    assert.equal(attempt.isMatch, true);
    assert.equal(attempt.decision.quality?.yawDegrees, 39);
  });

  it('a photo that may not take the place of another one leaves no file', async () => {
    const cpf = generateCpf();
    await faces().register(cpf, await createDistinctPhoto());
    await faces().register(cpf, await createDistinctPhoto());
    const before = await listFiles();
    const refuseHeld = async () => {
      throw new PrivacyError('person_held');
    };
    const source = { kind: 'bytes', bytes: await createDistinctPhoto() } as const;
    await assert.rejects(registerFace({ ...faces(), refuseHeld }, cpf, source, { clientId }), {
      code: 'person_held',
    });
    assert.deepEqual(await listFiles(), before);
  });

  it('the same photo again is no second reference while the first waits for its template of a newer model', async () => {
    const cpf = generateCpf();
    const source = { kind: 'bytes', bytes: await createDistinctPhoto() } as const;
    await faces().register(cpf, source.bytes);
    const engine = addNewerModel(faces().engine);
    const { references, face } = await registerFace({ ...faces(), engine }, cpf, source, { clientId });
    assert.deepEqual([references, face.templateModel], [1, 'newer@1']);
  });
});
