import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getAttempt } from '../../src/faces/index.ts';
import { readImage } from '../../src/images/index.ts';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { applyRetention, type RetentionDays } from '../../src/privacy/index.ts';
import { createDistinctPhoto, useFaces } from '../faces/open-faces.ts';
import { useProfiles } from '../profiles/open-profiles.ts';
import { createScriptedSource, found } from '../profiles/scripted-sources.ts';
import { describeDatabases } from '../support/database.ts';

const dayMs = 86_400_000;
const forever: RetentionDays = { receivedImages: undefined, attempts: undefined, executions: undefined };
const never = new AbortController().signal;

describeDatabases('retention', (kind) => {
  const faces = useFaces(kind);
  const civil = createScriptedSource('civil', 'person');
  const profiles = useProfiles(kind, [civil]);

  async function authenticate() {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const { attempt } = await faces().authenticate(cpf, photo);
    return { cpf, attempt };
  }
  const apply = (days: Partial<RetentionDays>) =>
    applyRetention({ ...faces(), days: { ...forever, ...days } }, never);
  const isReadable = (imageId: string | undefined) =>
    readImage(faces(), imageId!).then(
      () => true,
      () => false,
    );

  it('takes received photos after their days, and leaves the attempt and the reference photo', async () => {
    const { attempt } = await authenticate();
    faces().advance(9 * dayMs);
    const { attempt: newer } = await authenticate();
    await apply({ receivedImages: 10 });
    assert.ok(await isReadable(attempt.receivedImageId), 'its time is not over');
    faces().advance(2 * dayMs);
    assert.deepEqual(await apply({ receivedImages: 10 }), { outcome: 'done' });
    const left = await getAttempt(faces(), attempt.id);
    assert.equal(left.receivedImageId, undefined);
    assert.equal(left.peopleId, attempt.peopleId);
    assert.ok(!(await isReadable(attempt.receivedImageId)));
    assert.ok(await isReadable(left.registeredImageId));
    assert.ok(await isReadable(newer.receivedImageId));
  });

  it('takes what is personal of attempts after their days, and leaves verdict and time', async () => {
    const { cpf, attempt } = await authenticate();
    faces().advance(31 * dayMs);
    await apply({ attempts: 30 });
    const { isMatch, faceMatch, createdAt, ...left } = await getAttempt(faces(), attempt.id);
    assert.deepEqual(
      { isMatch, faceMatch, createdAt },
      {
        isMatch: attempt.isMatch,
        faceMatch: attempt.faceMatch,
        createdAt: attempt.createdAt,
      },
    );
    for (const gone of ['peopleId', 'sourceIp', 'device', 'registeredImageId', 'receivedImageId'] as const) {
      assert.equal(left[gone], undefined, gone);
    }
    assert.ok(!(await isReadable(attempt.receivedImageId)));
    const again = await faces().authenticate(cpf, await createDistinctPhoto());
    assert.ok(again.attempt.registeredImageId, 'the reference photo is still there');
  });

  it('takes executions that ended after their days, and leaves the profile', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana' }, {}));
    const template = await profiles().template({ subject: 'person', sources: [{ name: 'civil' }] });
    const { execution } = await profiles().run({ cpf }, template.id);
    const { db } = profiles();
    const at = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs) });
    const deps = { db, store: faces().store, days: { ...forever, executions: 5 } };
    await applyRetention({ ...deps, clock: at(4) }, never);
    const find = () => db.selectFrom('executions').select('id').where('id', '=', execution.id).execute();
    assert.equal((await find()).length, 1);
    await applyRetention({ ...deps, clock: at(6) }, never);
    assert.equal((await find()).length, 0);
    assert.equal((await profiles().read({ cpf })).cpf, cpf);
  });

  it('does nothing unless it is told how long, and stops when it is asked to', async () => {
    const { attempt } = await authenticate();
    faces().advance(40_000 * dayMs);
    assert.deepEqual(await apply({}), { outcome: 'done' });
    assert.ok(await isReadable(attempt.receivedImageId));
    const stopped = await applyRetention(
      { ...faces(), days: { ...forever, attempts: 1 } },
      AbortSignal.abort(),
    );
    assert.equal(stopped.outcome, 'failed');
    assert.ok(await isReadable(attempt.receivedImageId));
  });
});
